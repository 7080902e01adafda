/* The table of the commands, with their texts. */
#include "tool/commands/commands.h"
#include "tool/fmu/tool_fmu.h"
#include "tool/point/tool_point.h"
#include "tool/results/results.h"
#include "tool/run/tool_run.h"
#include "tool/session/tool_session.h"
#include "tool/study/tool_study.h"
#include "tool/text/tool_text.h"
#include <string.h>

#define SIMULATED \
	"0 done\n1 the model or the run failed\n2 wrong usage\n3 time-out\n130 after Ctrl-C\n143 after SIGTERM\n"
#define TRANSLATED "0 done\n1 the model has errors\n2 wrong usage\n3 time-out\n"
#define MODEL "FILE[:CLASS]"
#define RESULTS ".csv .mat MODELS"

const tool_command tool_commands[] = {
	{.name = "run", .run = tool_run, .section = "Simulate",
	 .operands = MODEL,
	 .line = "simulate a model, and write or draw the results",
	 .about =
		"Simulates a model. For a COSY program, makes all experiments in order, or the one that CLASS names. A system "
		"of SSP (.ssp, .ssd) is simulated as one of components that are led together: docs/cosimulation.md. A study of "
		"MUSS runs its experiments: docs/muss.md.\n",
	 .after =
		"Options take precedence over the model's experiment annotation, and over SIMULATE in a COSY program. An "
		"option that has one value is given once. What follows -- is a file, even if it begins with -.\n\n"
		"Pictures of a COSY program are named after the program; --plot=FILE names them FILE, FILE_2, ... Options of "
		"pictures (--vars-plot and below) that stand after a --plot are its own; those before the first --plot hold "
		"for all.\n\n"
		"Ctrl-C ends a run like a time-out: the results so far are written. A second Ctrl-C ends it at once.\n\n"
		"A model may bring C of its own, which can do everything that you can do: docs/trust.md.\n",
	 .options = TOOL_COMMON | TOOL_RUN | TOOL_PICTURE,
	 .takes = "MODELS",
	 .status = SIMULATED,
	 .page = "docs/guide.md",
	 .examples = {
		{"saltus run examples/bouncing_ball.mo --plot", "a first curve, in the terminal"},
		{"saltus run ball.mo -p e=0.8 --stop 5 -o ball.csv", "another parameter, and a table of the results"},
		{"saltus run plant.mo --input 'u=sin(t)' --plot=y.svg --vars-plot y", "an input, and a picture in a file"},
	 }},
	{.name = "shell", .run = tool_session, .section = "Simulate",
	 .operands = "[FILE[:CLASS] ...]",
	 .line = "an environment of models, experiments and runs, with a command language",
	 .about =
		"Reads commands from the standard input: models are loaded, instantiated, and led to a time or to an event. "
		"While a run stands, every variable can be looked at, parameters and states be changed, and STEP BACK goes "
		"back to an earlier event. In a terminal lines are edited, completed by Tab, and kept in a history; Ctrl-C "
		"interrupts a run, which can go on.\n",
	 .after =
		"HELP lists the commands. From a file or a pipe, the first error ends the session, unless SET ERROR says "
		"otherwise.\n",
	 .options = TOOL_SHELL,
	 .takes = "MODELS",
	 .status = "0 done\n1 a command failed\n2 wrong usage\n130 after Ctrl-C\n",
	 .page = "docs/mcl.md",
	 .examples = {
		{"saltus shell examples/bouncing_ball.mo", "a session in the terminal"},
		{"saltus shell < commands.mcl", "commands of a file"},
	 }},
	{.name = "sweep", .run = tool_sweep, .section = "Study",
	 .operands = MODEL " -p NAME=VALUES ... --measure EXPRESSION ...",
	 .line = "simulate with many values of parameters, and measure",
	 .about =
		"Simulates a model at many points, on all cores, and measures each run. Values of a parameter, or of a start "
		"value x.start:\n\n"
		"  -p k=1:0.5:10          from 1 to 10 by steps of 0.5; -p k=1:10 by steps of 1\n"
		"  -p 'k={1, 2, 5}'       these; -p 'on={true, false}'\n"
		"  -p 'k=lin(0, 1, 11)'   11 values from 0 to 1; -p 'k=log(1e-3, 1e3, 20)'\n"
		"  -p 'k=normal(3, 0.1)'  a distribution, for --random, --latin and --sobol: uniform,\n"
		"                         loguniform, normal, lognormal, triangular, exponential,\n"
		"                         weibull, gamma, beta\n"
		"  -p k=3                 one value for all points\n\n"
		"Measures are expressions over the run: max(x), min, final, initial, mean, rms, deviation, integral, at(x, "
		"t), settling(y, 0.02), overshoot(y), rise(y), peak_time(y), time_when(x > 1), count(x > 1), duration(x > 1), "
		"amplitude, frequency; max(abs(x - r), from = 2); max(n) <= 5500.\n",
	 .after =
		"Finished points are appended to FILE.csv.journal: after Ctrl-C, or kill -9, --resume goes on. With --shard "
		"I/N on several machines, and then --merge, or with mpirun or srun before the same line, the table has the "
		"same bytes.\n",
	 .options = TOOL_COMMON | TOOL_SWEEP,
	 .takes = "MODELS",
	 .status =
		"0 done, also where some points have failed\n"
		"1 nothing could be done\n"
		"2 wrong usage\n"
		"3 time-out\n"
		"130 after Ctrl-C\n"
		"143 after SIGTERM\n",
	 .page = "docs/studies.md",
	 .examples = {
		{"saltus sweep plant.mo -p k=1:0.5:10 --measure 'overshoot(y)' -o k.csv --plot",
		 "a table, and how y depends on k"},
		{"saltus sweep plant.mo -p 'k=log(1e-3, 1e3, 20)' -p r=1:10 --measure 'max(y)' --plot=map.svg", "a heat map"},
		{"saltus sweep plant.mo -p 'k=normal(3, 0.1)' --sobol 1024 --vars y --plot=bands.svg",
		 "what tolerances do to y"},
	 }},
	{.name = "optimise", .also = "optimize", .run = tool_optimise, .section = "Study",
	 .operands = MODEL " --min EXPRESSION --vary 'NAME in [LOW, HIGH]' ...",
	 .line = "the best values of parameters, within bounds and constraints",
	 .about =
		"Looks for values of parameters at which a measure of the run is least, or with --max greatest. What is "
		"varied:\n\n"
		"  --vary 'k in [0, 5]'         begins at the value that the model has\n"
		"  --vary 'k in [0, 5] = 2'     begins at 2\n"
		"  --vary 'R in [1, 1e6] log'   by its logarithm\n"
		"  --vary 'T in [0.1, 20]'      all elements of an array; also 'T[*]', 'T[2]', and\n"
		"                               = {4, 4, 3, 2}\n"
		"  --vary 'x.start in [0, 1]'   a start value\n\n"
		"Costs and constraints are measures (saltus help sweep; docs/studies.md): time_when(x >= 1000), rms(u), "
		"overshoot(y) <= 0.05, final(x) == 3. Methods:\n\n"
		"  slsqp    follows slopes; for smooth costs, with constraints. What auto takes where\n"
		"           the start is smooth\n"
		"  bobyqa   needs no slopes, and knows no constraints; cobyla knows them; sbplx takes\n"
		"           what jumps and kinks\n"
		"  mma      slopes and inequalities, for many parameters\n"
		"  crs      looks everywhere; isres does so with constraints; direct without random\n"
		"           numbers\n",
	 .after = "With -o every run is kept in FILE.csv.journal: after Ctrl-C, or kill -9, --resume goes on.\n",
	 .options = TOOL_COMMON | TOOL_OPTIMISE,
	 .takes = "MODELS",
	 .status =
		"0 found\n"
		"1 nothing was found, or the model failed\n"
		"2 wrong usage\n"
		"3 time-out\n"
		"130 after Ctrl-C\n"
		"143 after SIGTERM\n",
	 .page = "docs/optimise.md",
	 .examples = {
		{"saltus optimise servo.mo --min 'settling(phi, 0.02, 1)' --vary 'kp in [5, 60]' --vary 'kd in [0.2, 4]'",
		 "the quickest controller"},
		{"saltus optimise car.mo --max 'final(x)' --vary 'gear in [1, 5]' --subject 'max(rpm) <= 5500' --starts 8",
		 "within a limit, from eight starts"},
	 }},
	{.name = "fit", .run = tool_fit, .section = "Study",
	 .operands = MODEL " --data FILE.csv --vary NAME,...",
	 .line = "parameters from measured curves, with their standard errors",
	 .about =
		"Finds the values of parameters with which the model comes nearest to measured curves, by least squares with "
		"bounds. Tells standard errors, confidence intervals, correlations, and what the data do not determine. The "
		"search starts from the values of the model, or from those of -p.\n",
	 .after = "",
	 .options = TOOL_COMMON | TOOL_FIT,
	 .takes = "MODELS",
	 .status =
		"0 done\n"
		"1 no fit, or the model failed\n"
		"2 wrong usage\n"
		"3 time-out\n"
		"130 after Ctrl-C\n"
		"143 after SIGTERM\n",
	 .page = "docs/fit.md",
	 .examples = {
		{"saltus fit motor.mo --data motor.csv --vary R,k,J --bounds R=0:10 --plot fit.svg",
		 "three parameters from one measurement"},
		{"saltus fit tank.mo --data 'cold.csv; T0 = 280' --data 'warm.csv; T0 = 320' --vary h,c --sigma T=0.2",
		 "two experiments at once"},
	 }},
	{.name = "linearise", .also = "linearize", .run = tool_linearise, .section = "Study",
	 .operands = MODEL,
	 .line = "the linear system at a point: matrices, poles, margins, pictures",
	 .about =
		"Runs a model to a time, and tells what it is near there: the matrices A, B, C and D, exact by "
		"differentiation, with names; poles, zeros, transfer functions, what inputs reach and outputs see, margins. "
		"Constraints, modes and branches are those at the point. --component takes a component out of the model: its "
		"inputs are cut, its point is that of the whole.\n",
	 .after = "",
	 .options = TOOL_COMMON | TOOL_POINT | TOOL_LINEAR,
	 .takes = "MODELS",
	 .status = SIMULATED,
	 .page = "docs/linear.md",
	 .examples = {
		{"saltus linearise plant.mo --at 10 --inputs u --outputs y --plot bode=bode.svg -o plant.mat",
		 "the plant after 10 s: matrices in a file, a Bode picture"},
		{"saltus linearise loop.mo --steady --component plant", "a component where the loop stands still"},
	 }},
	{.name = "trim", .run = tool_trim, .section = "Study",
	 .operands = MODEL,
	 .line = "values at which the model stands still, also along a parameter",
	 .about =
		"Looks for values of what is free at which rates and other conditions are zero, by least squares with bounds, "
		"from several starts. Tells whether the equilibrium is stable, whether it is the only one near it, and what "
		"cannot be reached. --continue follows it along a parameter, through folds and past Hopf points.\n",
	 .after = "",
	 .options = TOOL_COMMON | TOOL_POINT | TOOL_TRIM,
	 .takes = "MODELS",
	 .status =
		"0 found\n"
		"1 not found, or the model or the run failed\n"
		"2 wrong usage\n"
		"3 time-out\n"
		"130 after Ctrl-C\n"
		"143 after SIGTERM\n",
	 .page = "docs/linear.md",
	 .examples = {
		{"saltus trim aircraft.mo --free alpha,throttle,elevator --zero 'der(*),h - 1000' --bounds throttle=0:1",
		 "level flight"},
		{"saltus trim reactor.mo --continue T_in=300:1:400 --plot branches.svg", "where the reactor ignites"},
	 }},
	{.name = "plot", .run = tool_plot, .section = "Results",
	 .operands = "[LABEL=]RESULT ...",
	 .line = "pictures of results: files, or models that are run for it",
	 .about =
		"Draws results, several over each other. A RESULT is a CSV or MAT file (FILE.mat:MATRIX for a matrix), or a "
		"model FILE[:CLASS], which is run for it. Without --plot=FILE or -o FILE the picture is drawn in the "
		"terminal.\n",
	 .after =
		"Options of pictures that stand after a --plot are its own; those before the first --plot hold for all.\n",
	 .options = TOOL_COMMON | TOOL_RESULTS | TOOL_PICTURE,
	 .takes = RESULTS,
	 .status =
		"0 done\n"
		"1 a result could not be read or drawn\n"
		"2 wrong usage\n"
		"3 time-out\n"
		"130 after Ctrl-C\n"
		"143 after SIGTERM\n",
	 .page = "docs/plots.md",
	 .examples = {
		{"saltus plot ball.csv --vars h,v --mark-events -o ball.svg", NULL},
		{"saltus plot before=a.csv after=b.mat --vars 'motor.*' --plot --plot=w.png --vars-plot motor.w --time 0:2",
		 "two runs over each other, in two pictures"},
		{"saltus plot pendulum.csv --over phi --vars w --equal", "a phase portrait"},
		{"saltus plot noise.csv --spectrum=hann --log-axis y", "a spectrum"},
	 }},
	{.name = "compare", .run = tool_compare, .section = "Results",
	 .operands = "A B",
	 .line = "do two results agree?",
	 .about =
		"Compares two results, variable by variable: the largest difference, and whether it is within the tolerance. "
		"A is the reference. Both are CSV or MAT files, or models FILE[:CLASS], which are run for it. Events are "
		"matched by their order.\n\n"
		"A value agrees if it differs by no more than ABS + TOL*max(range of the variable, a thousandth of its "
		"size).\n",
	 .after = "",
	 .options = TOOL_COMMON | TOOL_COMPARE,
	 .takes = RESULTS,
	 .status =
		"0 all agree\n"
		"1 they differ or could not be compared\n"
		"2 wrong usage\n"
		"3 time-out\n"
		"130 after Ctrl-C\n"
		"143 after SIGTERM\n",
	 .page = "docs/plots.md",
	 .examples = {
		{"saltus compare reference.csv new.csv", NULL},
		{"saltus compare reference.mat plant.mo --tol 1e-4 --vars y --plot", "a model against a file, with a picture"},
	 }},
	{.name = "check", .run = tool_check, .section = "Look inside",
	 .operands = MODEL,
	 .line = "counts, states, loops: what the model is made of",
	 .about =
		"Tells what a model is made of: counts, states, loops. Ends with 1 if it cannot be simulated. In a folder or "
		"package, every class is checked.\n",
	 .after = "",
	 .options = TOOL_COMMON | TOOL_CHECK,
	 .takes = "MODELS /",
	 .status = TRANSLATED,
	 .page = "docs/guide.md",
	 .examples = {
		{"saltus check examples/bouncing_ball.mo", NULL},
		{"saltus check MyLibrary", "every class of a folder"},
	 }},
	{.name = "bond", .run = tool_bond, .section = "Look inside",
	 .operands = "FILE[:CLASS]",
	 .line = "the bond graph of a physical model, and what its causality tells",
	 .about =
		"Makes a bond graph of a model with electrical, rotational, translational, thermal or other connectors of "
		"power: junctions from its connections, elements from the equations of its components. Assigns causality, and "
		"tells which storages depend on others, where algebraic loops are, and which sources contradict each other, "
		"with what to change. Such models can be simulated all the same, if nothing contradicts; --strict refuses "
		"them.\n",
	 .after = "",
	 .options = TOOL_COMMON | TOOL_BOND,
	 .takes = "MODELS /",
	 .status =
		"0 done\n"
		"1 there is no graph, or --strict refuses it\n"
		"2 wrong usage\n"
		"3 time-out\n"
		"130 after Ctrl-C\n"
		"143 after SIGTERM\n",
	 .page = "docs/bond.md",
	 .examples = {
		{"saltus bond examples/dc_motor.mo --equations", "the listing, and the state equations"},
		{"saltus bond circuit.mo --strict", "1 if there is a dependent storage or a loop"},
	 }},
	{.name = "draw", .run = tool_draw, .section = "Look inside",
	 .operands = "FILE[:CLASS]",
	 .line = "a picture of a class: its diagram or its icon",
	 .about =
		"Draws what a class looks like, from its graphical annotations: the diagram with its components and "
		"connections, or the icon, as it appears in the diagrams of others. Classes of every kind can be drawn, also "
		"partial ones and those that are not finished. Components without a placement are arranged by themselves. "
		"With results beside the components (--values), or with who runs what (--activation).\n",
	 .after = "",
	 .options = TOOL_COMMON | TOOL_DRAW,
	 .takes = ".mo /",
	 .status =
		"0 done\n"
		"1 the class was not found, or cannot be drawn\n"
		"2 wrong usage\n"
		"3 time-out\n"
		"130 after Ctrl-C\n"
		"143 after SIGTERM\n",
	 .page = "docs/draw.md",
	 .examples = {
		{"saltus draw examples/dc_motor.mo:DCMotor.Drive -o drive.svg", NULL},
		{"saltus draw library/package.mo:Library.Motor --icon -o motor.png --width 300", NULL},
	 }},
	{.name = "flat", .run = tool_flat, .section = "Look inside",
	 .operands = MODEL,
	 .line = "the flat model as text",
	 .about = "Prints the flat model: every variable and equation after all classes are resolved.\n",
	 .after = "",
	 .options = TOOL_COMMON | TOOL_SHOW,
	 .takes = "MODELS",
	 .status = TRANSLATED,
	 .examples = {
		{"saltus flat examples/bouncing_ball.mo", NULL},
	 }},
	{.name = "code", .run = tool_code, .section = "Look inside",
	 .operands = MODEL,
	 .line = "the generated C, or C that stands alone",
	 .about =
		"Prints the C text that is compiled for the model. With --target, writes C that needs neither Saltus nor any "
		"library but libc and libm into a folder: a library, a program, or a Python module.\n",
	 .after = "",
	 .options = TOOL_COMMON | TOOL_SHOW | TOOL_EXPORT,
	 .takes = "MODELS",
	 .status = TRANSLATED,
	 .page = "docs/export.md",
	 .examples = {
		{"saltus code examples/bouncing_ball.mo", NULL},
		{"saltus code examples/moon_lander.mo --target program --solver euler --step 0.1 -o lander", NULL},
	 }},
	{.name = "fmt", .run = tool_fmt, .section = "Texts",
	 .operands = "FILE|FOLDER ...",
	 .line = "lay out the text of models",
	 .about =
		"Lays out Modelica files: indentation, spaces, blank lines. Line breaks inside statements stay where they "
		"are; comments and everything with a meaning stay as they are. A file with errors is left alone. In a folder, "
		"all .mo files are formatted; - stands for the standard input, printed to the standard output.\n",
	 .after = "",
	 .options = TOOL_FORMAT,
	 .takes = "LAYOUTS /",
	 .status =
		"0 done\n"
		"1 a file has errors, or with --check would change\n"
		"2 wrong usage\n",
	 .examples = {
		{"saltus fmt models", "all files of a folder"},
		{"saltus fmt --check models", "for a commit hook"},
	 }},
	{.name = "convert", .run = tool_convert, .section = "Texts",
	 .operands = "FILE",
	 .line = "a diagram of Xcos as Modelica text",
	 .about =
		"Writes a diagram of Xcos (.zcos, .xcos) as Modelica text: blocks of Saltus.Xcos with the values of their "
		"parameters, connections, and the same layout. The text runs as the diagram does.\n",
	 .after = "",
	 .options = TOOL_COMMON | TOOL_CONVERT,
	 .takes = "DIAGRAMS",
	 .status = TRANSLATED,
	 .page = "docs/xcos.md",
	 .examples = {
		{"saltus convert examples/heater.xcos -o heater.mo", NULL},
	 }},
	{.name = "compile", .run = tool_compile, .section = "Texts",
	 .operands = MODEL,
	 .line = "a submodel as machine code with its interface, without its source",
	 .about =
		"Writes a submodel of MUSS, or a block of Modelica with inputs and outputs, into a file .sbm: its interface "
		"(inputs, outputs, parameters, states, what depends on what) and its formulas as machine code. The file X.sbm "
		"is a block X, which models of Modelica and MUSS find beside themselves and on MODELICAPATH. Its outputs are "
		"computed one by one, in the order that the model around needs. Without -o the file has the name of the "
		"submodel.\n",
	 .after = "",
	 .options = TOOL_COMMON | TOOL_COMPILE,
	 .takes = "MODELS",
	 .status = TRANSLATED,
	 .page = "docs/muss.md",
	 .examples = {
		{"saltus compile examples/regulator.muss:PI_controller -o PI.sbm", NULL},
		{"saltus check --segments PI.sbm", "what is in it"},
	 }},
	{.name = "fmu", .run = tool_fmu, .section = "Texts",
	 .operands = "info|check|compare FILE.fmu ... | export FILE[:CLASS]",
	 .line = "a model as an FMU; what an FMU is, whether it keeps the rules and computes what it should",
	 .about =
		"info lists what an FMU has: interfaces, libraries, variables, what outputs depend on. check looks at the "
		"archive, the description by the rules of FMI 1.0, 2.0 or 3.0, and the library; it tells what is wrong, with "
		"the line and the rule. compare runs it by model exchange and by co-simulation, or by one of them beside a "
		"file of results, and tells the differences (saltus help compare has its options). An FMU is run by "
		"saltus run. export makes an FMU of a model, with sources and a binary, and runs it beside the model before it "
		"says that all is well; the options are of export.\n",
	 .after = "",
	 .options = TOOL_FMU | TOOL_TO_FMU,
	 .takes = "FMUS",
	 .status = "0 done\n1 the FMU is damaged, breaks a rule, or differs\n2 wrong usage\n",
	 .page = "docs/fmu.md",
	 .examples = {
		{"saltus fmu export examples/bouncing_ball.mo --fmi 3 -o Ball.fmu", NULL},
		{"saltus fmu info Ball.fmu", NULL},
		{"saltus fmu compare Ball.fmu Ball_reference.csv --tol 1e-3", NULL},
	 }},
	{.name = "explain", .run = tool_explain, .section = "Texts",
	 .operands = "[CODE ...]",
	 .line = "what a message means, as R0202, and what to do",
	 .about =
		"Tells what a message means and what to do about it, with a short model that gets it. Without a code, tells "
		"what the letters and digits of the codes stand for; with the beginning of one, as R02, lists the codes that "
		"begin so.\n",
	 .after = "",
	 .options = TOOL_EXPLAIN,
	 .takes = "CODE",
	 .status = "0 done\n2 there is no such code\n",
	 .page = "docs/messages.md",
	 .examples = {
		{"saltus explain R0202", NULL},
		{"saltus explain s0111 --example | saltus run -", "to see the message itself"},
	 }},
	{.name = "help", .run = tool_help, .section = "Texts",
	 .operands = "[COMMAND]",
	 .line = "this page, or what a command takes",
	 .about = "Tells what a command does, which options it has, and how its exit status is to be read.\n",
	 .after = "",
	 .options = TOOL_HELP,
	 .takes = "COMMAND",
	 .status = "0 done\n2 there is no such command\n",
	 .page = "docs/guide.md",
	 .examples = {
		{"saltus help run", NULL},
		{"saltus help --man run | man -l -", "the same as a manual page"},
		{"source <(saltus help --completion bash)", "bash completes commands, options and files"},
	 }},
};
const uint32_t tool_command_count = sizeof tool_commands / sizeof *tool_commands;

const char *const tool_about_files =
	"FILE is Modelica (.mo) or COSY (.cosy); - stands for the standard input. CLASS may be left out where the file has "
	"one obvious candidate, its last non-partial model; of a COSY program it is the name of an experiment. A class of "
	"a library that is installed needs no file: saltus run Modelica.Blocks.Examples.PID_Controller.\n";

const tool_example tool_environment[] = {
	{"MODELICAPATH", "folders in which libraries of Modelica are looked for, separated by colons"},
	{"SALTUS_CACHE", "the folder in which compiled models are kept, ~/.cache/saltus; if it is empty, none are"},
	{"SALTUS_CC", "the C compiler for runs that last; cc"},
	{"NO_COLOR", "if it is not empty, messages and pictures in the terminal have no colours"},
	{"TMPDIR", "the folder for temporary files; /tmp"},
	{0},
};

const tool_command *tool_find_command(const char *name)
{
	for (uint32_t i = 0; i < tool_command_count; i++) {
		const tool_command *c = &tool_commands[i];
		if (strcmp(c->name, name) == 0 || (c->also && strcmp(c->also, name) == 0))
			return c;
	}
	return NULL;
}
