/* The command line, from one table: what is read, what the help prints, what is suggested for a mistyped flag. */
#include "solver/solvers.h"
#include "tool/line/line.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* WORD: its number among the words that stand behind the value (option_value.h); CHOICE: this and 1, because 0 is "not
 * given"; WORDS: a bit for each. FILES: those that end as allowed; DRAWS: the same, and "" for the terminal. */
typedef enum kind { REAL, COUNT, TEXT, LIST, FLAG, GIVEN, FILES, WORD, CHOICE, WORDS, PLOT, RENAMED, ROWS, SIZE,
	TEXTS, DRAW, DRAWS, FORMULAS } kind;
typedef struct option { const char *name, *value; kind kind; unsigned group; size_t at; const char *help; } option;

#define AT(field) offsetof(tool_options, field)
#define SPACED(NAME) " " #NAME
#define ANY_RUN (TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT | TOOL_RESULTS | TOOL_COMPARE)
static const option table[] = {
	{"-p", "NAME=VALUE", GIVEN, TOOL_COMMON, AT(given), "give a parameter another value (may be repeated)"},
	{"--input", "NAME=SOURCE", TEXTS, TOOL_RUN | TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT, AT(run.inputs),
	 "give an input an expression, or samples, FILE.csv:COLUMN (may be repeated)"},
	{"--fmu", "NAME=FILE", RENAMED, ANY_RUN | TOOL_CHECK | TOOL_SHOW, AT(fmus),
	 "let the FMU in FILE be the class NAME (may be repeated)"},
	{"--me", NULL, FLAG, ANY_RUN | TOOL_CHECK | TOOL_SHOW, AT(fmu.exchange), "FMUs by model exchange (the default)"},
	{"--cs", NULL, FLAG, ANY_RUN | TOOL_CHECK | TOOL_SHOW, AT(fmu.cosimulation), "FMUs by co-simulation"},
	{"--fmu-step", "H", REAL, ANY_RUN, AT(fmu.step), "communication step of co-simulation (that of the FMU)"},
	{"--interpolate", NULL, FLAG, ANY_RUN, AT(fmu.interpolate),
	 "inputs of co-simulation go on straight between communication points, where the FMU can take that"},
	{"--in-process", NULL, FLAG, ANY_RUN, AT(fmu.in_process), "FMUs in this process: quicker, and not safe"},
	{"--fmu-limit", "S", REAL, ANY_RUN, AT(fmu.limit), "seconds that a call of an FMU may take (60)"},
	{"--coupling", "HOW jacobi gauss-seidel newton", CHOICE, TOOL_RUN, AT(couple.algorithm),
	 "of a system: how its components are led (gauss-seidel)"},
	{"--hold", "ORDER 0 1 2", CHOICE, TOOL_RUN, AT(couple.hold),
	 "of a system: order in which outputs are extrapolated over a step (1)"},
	{"--iterations", "N", COUNT, TOOL_RUN, AT(couple.iterations),
	 "of a system: how often a step may be repeated, until it does not change (1)"},
	{"--control", "HOW fixed richardson energy", CHOICE, TOOL_RUN, AT(couple.control),
	 "of a system: steps of one length, or by an estimate of the error, or by the energy at power bonds"},
	{"--locate", NULL, FLAG, TOOL_RUN, AT(couple.locate), "of a system: steps end where an output jumps"},
	{"--parallel", NULL, FLAG, TOOL_RUN, AT(couple.parallel), "of a system: components step at the same time (jacobi)"},
	{"--no-estimate", NULL, FLAG, TOOL_RUN, AT(couple.no_estimate),
	 "of a system: do not estimate the error of the coupling by runs with longer steps"},
	{"--start", "T", REAL, TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT, AT(run.start), "start time"},
	{"--stop", "T", REAL, TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_OPTIMISE, AT(run.stop), "stop time"},
	{"--step", "H", REAL, TOOL_RUN | TOOL_SWEEP, AT(run.step), "output interval, and the step of fixed-step solvers"},
	{"--max-step", "H", REAL, TOOL_RUN | TOOL_SWEEP | TOOL_OPTIMISE, AT(run.max_step),
	 "longest step of the solver (a 20th or 10th of the run; inf: none)"},
	{"--tol", "R", REAL, TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT, AT(run.tolerance),
	 "relative tolerance (1e-6)"},
	{"--quantum", "Q", REAL, TOOL_RUN | TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT | TOOL_BOND, AT(run.quantum),
	 "quantum of qss1 to liqss3: how far a state may be from its quantised value (from --tol)"},
	{"--hysteresis", "E", REAL, TOOL_RUN | TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT | TOOL_BOND, AT(run.hysteresis),
	 "of qss1: how far a state must come back for its quantised value to turn (the quantum)"},
	{"--solver", "S" SV_EACH(SPACED), TEXT, TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT,
	 AT(run.solver), "the method:" SV_EACH(SPACED)},
	{"--seed", "N", COUNT, TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT, AT(run.seed),
	 "seed of the random streams"},
	{"-o", "FILE .csv .mat .raw", FILES, TOOL_RUN, AT(outputs),
	 "write the results to FILE.csv, FILE.mat or FILE.raw (may be repeated)"},
	{"-o", "FILE .csv", FILES, TOOL_SWEEP, AT(outputs), "write the table of the points to FILE.csv"},
	{"--vars", "PATTERN,...", LIST, TOOL_RUN | TOOL_SWEEP, AT(vars),
	 "record only these; * stands for any text, ? for one character"},
	{"--events", "WHICH both after none", WORD, TOOL_RUN, AT(run.limits),
	 "rows at events: both limits, the one after, or none"},
	{"--record", "WHICH grid peaks steps", ROWS, TOOL_RUN, AT(run.rows),
	 "rows beside the grid: none (grid), at peaks that it does not show (peaks), at each step of the solver (steps)"},
	{"--plot", "[=FILE] .svg .png", PLOT, TOOL_RUN | TOOL_RESULTS | TOOL_COMPARE, AT(pictures),
	 "draw in the terminal, or into FILE.svg or FILE.png (may be repeated)"},
	{"--animate", "FILE .svg .gif .mp4 .png", FILES, TOOL_RUN, AT(animations),
	 "write the objects of the model that move: a film, or its last picture (.png); may be repeated"},
	{"-o", "FILE .svg .png", PLOT, TOOL_RESULTS, AT(pictures), "the same as --plot=FILE"},
	{"--vars", "PATTERN,...", LIST, TOOL_RESULTS, AT(vars), "draw these, where a picture does not name others"},
	{"--tol", "R", REAL, TOOL_COMPARE, AT(compare.tolerance),
	 "relative tolerance of values, a part of their range (1e-3)"},
	{"--abs", "X", REAL, TOOL_COMPARE, AT(compare.absolute), "absolute tolerance of values (1e-9)"},
	{"--time-tol", "S", REAL, TOOL_COMPARE, AT(compare.time),
	 "values and events may come this much earlier or later (events: a 1000th of the time)"},
	{"--vars", "PATTERN,...", LIST, TOOL_COMPARE, AT(vars), "compare these"},
	{"--map", "NAME=OTHER", RENAMED, TOOL_COMPARE, AT(compare.renamed),
	 "what NAME of the first is called in the second (may be repeated)"},
	{"--all", NULL, FLAG, TOOL_COMPARE, AT(compare.all), "show all variables, not only the worst"},
	{"--target", "WHAT library program python", CHOICE, TOOL_EXPORT, AT(leaving.target),
	 "write C that stands alone: a library, a program, or a Python module"},
	{"-o", "FOLDER", TEXT, TOOL_EXPORT, AT(leaving.folder), "the folder for what stands alone"},
	{"--name", "NAME", TEXT, TOOL_EXPORT, AT(leaving.name), "what it is called in C (the name of the class)"},
	{"--solver", "S euler heun rk4 implicit dopri rodas", TEXT, TOOL_EXPORT, AT(run.solver),
	 "the solver inside: euler, heun, rk4 (the default), implicit (linearly, for stiff models), dopri (chooses steps), "
	 "rodas (chooses steps, for stiff models)"},
	{"--step", "H", REAL, TOOL_EXPORT, AT(run.step), "the step of the solver, at whose ends events are taken"},
	{"--stop", "T", REAL, TOOL_EXPORT, AT(run.stop), "where the program ends"},
	{"--tol", "R", REAL, TOOL_EXPORT, AT(run.tolerance), "relative tolerance of dopri and rodas (1e-6)"},
	{"--component", "NAME", TEXT, TOOL_EXPORT | TOOL_TO_FMU, AT(leaving.component),
	 "one component of the model, with its inputs and outputs"},
	{"--expose", "PATTERN,...", LIST, TOOL_EXPORT, AT(leaving.expose),
	 "parameters that stay parameters, or none (all that are not part of the structure); the others are folded"},
	{"--outputs", "PATTERN,...", LIST, TOOL_EXPORT, AT(leaving.outputs),
	 "variables that are shown (the outputs of the model, or its states)"},
	{"--single", NULL, FLAG, TOOL_EXPORT, AT(leaving.single), "single precision"},
	{"--overwrite", NULL, FLAG, TOOL_EXPORT, AT(leaving.overwrite),
			"overwrite files that were changed, or are not ours"},
	{"--scratch", "BYTES", COUNT, TOOL_EXPORT, AT(leaving.scratch), "memory for arrays of functions"},
	{"--delays", "N", COUNT, TOOL_EXPORT, AT(leaving.delays), "values that each delay() keeps"},
	{"--quiet", NULL, FLAG, TOOL_EXPORT, AT(quiet), "print errors only"},
	{"-o", "FILE.fmu", TEXT, TOOL_TO_FMU, AT(leaving.folder),
	 "the file (CLASS.fmu); FILE.ssp: a package with an FMU for each component"},
	{"--fmi", "VERSION", COUNT, TOOL_TO_FMU, AT(leaving.fmi), "2 or 3 (3): the version of FMI"},
	{"--me", NULL, FLAG, TOOL_TO_FMU, AT(leaving.exchange), "for model exchange only"},
	{"--cs", NULL, FLAG, TOOL_TO_FMU, AT(leaving.cosimulation), "for co-simulation only"},
	{"--name", "NAME", TEXT, TOOL_TO_FMU, AT(leaving.name), "the model identifier (the name of the class)"},
	{"--solver", "S euler heun rk4 implicit dopri rodas", TEXT, TOOL_TO_FMU, AT(run.solver),
	 "the solver of co-simulation: dopri (the default, chooses steps), rodas (the same, for stiff "
	 "models), euler, heun, rk4, implicit (for stiff models)"},
	{"--step", "H", REAL, TOOL_TO_FMU, AT(run.step), "the longest step of that solver"},
	{"--stop", "T", REAL, TOOL_TO_FMU, AT(run.stop), "where the default experiment ends"},
	{"--tol", "R", REAL, TOOL_TO_FMU, AT(run.tolerance), "relative tolerance of the default experiment"},
	{"--expose", "PATTERN,...", LIST, TOOL_TO_FMU, AT(leaving.expose),
	 "parameters that can be set, or none (all that are not part of the structure); the others are folded"},
	{"--tunable", "PATTERN,...", LIST, TOOL_TO_FMU, AT(leaving.tunable), "parameters that may change in a run"},
	{"--outputs", "PATTERN,...", LIST, TOOL_TO_FMU, AT(leaving.outputs),
	 "variables that are outputs (those of the model)"},
	{"--no-binary", NULL, FLAG, TOOL_TO_FMU, AT(leaving.no_binary), "sources only, for whoever compiles them"},
	{"--reference", NULL, FLAG, TOOL_TO_FMU, AT(leaving.reference),
	 "put results of the model into the FMU, as fmi-ls-ref has them"},
	{"--no-check", NULL, FLAG, TOOL_TO_FMU, AT(leaving.no_check), "do not run the FMU beside the model"},
	{"--scratch", "BYTES", COUNT, TOOL_TO_FMU, AT(leaving.scratch), "memory for arrays of functions"},
	{"--delays", "N", COUNT, TOOL_TO_FMU, AT(leaving.delays), "values that each delay() keeps"},
	{"--quiet", NULL, FLAG, TOOL_TO_FMU, AT(quiet), "print errors only"},
	{"--checkpoint", "FILE", TEXT, TOOL_RUN, AT(run.checkpoint),
	 "save the run to FILE regularly, so that it can go on from there"},
	{"--every", "T", REAL, TOOL_RUN, AT(run.every), "time of the model between checkpoints (a 20th of the run)"},
	{"--resume", "FILE", TEXT, TOOL_RUN, AT(run.resume), "go on with the run that was saved in FILE"},
	{"--json", NULL, FLAG, TOOL_RUN | TOOL_CHECK | TOOL_POINT | TOOL_COMPARE | TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT |
	 TOOL_BOND, AT(json),
	 "print one JSON object instead of text"},
	{"--segments", NULL, FLAG, TOOL_CHECK, AT(segments),
			"of MUSS: which parts of a submodel can be called by themselves"},
	{"--quiet", NULL, FLAG,
		TOOL_FMU | TOOL_RUN | TOOL_POINT | TOOL_RESULTS | TOOL_COMPARE | TOOL_SWEEP | TOOL_OPTIMISE |
	 TOOL_FIT | TOOL_DRAW | TOOL_CONVERT | TOOL_BOND | TOOL_COMPILE, AT(quiet),
	 "print errors only"},
	{"--profile", NULL, FLAG, TOOL_RUN, AT(run.profile), "print the time that each pass took"},
	{"--timeout", "S", REAL, TOOL_COMMON | TOOL_FORMAT, AT(timeout),
	 "end after S seconds, translation included, and keep the results so far"},
	{"--memory", "SIZE", SIZE, TOOL_COMMON | TOOL_FORMAT, AT(memory),
	 "end if more memory is needed, as 500M or 4G (half of the machine)"},
	{"--no-external", NULL, FLAG,
	 TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT | TOOL_RESULTS | TOOL_COMPARE | TOOL_SHELL,
	 AT(no_external),
	 "refuse models that bring C of their own"},
	{"--allow-external", NULL, FLAG, TOOL_CHECK | TOOL_SHOW | TOOL_TO_FMU, AT(allow_external),
	 "call C of the model if the structure depends on its values"},
	{"--isolate", NULL, FLAG, TOOL_RUN, AT(run.isolate),
	 "simulate in a separate process, so that external C cannot harm the rest"},
	{"--log", "WHAT,... events steps init solver modes fmi", WORDS, TOOL_RUN, AT(run.log),
	 "tell about events, modes, steps, init, solver, calls of FMUs (fmi)"},
	{"--max-microsteps", "N", COUNT, TOOL_RUN | TOOL_SWEEP | TOOL_OPTIMISE, AT(run.max_microsteps),
	 "microsteps allowed in one instant (100)"},
	{"--on-zeno", "WHAT stop rest", CHOICE, TOOL_RUN | TOOL_SWEEP | TOOL_OPTIMISE, AT(run.on_zeno),
	 "if events accumulate: stop (the default), or rest: hold the motion there"},
	{"--on-chatter", "WHAT stop slide", CHOICE, TOOL_RUN | TOOL_SWEEP | TOOL_OPTIMISE, AT(run.on_chatter),
	 "if the model chatters: stop (the default), or slide along the condition"},
	{"--max-runs", "N", COUNT, TOOL_RUN, AT(run.max_runs), "runs that a model or experiment may ask for (10000)"},
	{"--threads", "N", COUNT, TOOL_RUN | TOOL_SWEEP | TOOL_OPTIMISE, AT(threads),
	 "threads for replications (as many as there are cores)"},
	{"--at", "T", REAL, TOOL_POINT, AT(point.at), "run to this time, and take the point there (the start)"},
	{"--steady", NULL, FLAG, TOOL_LINEAR, AT(point.steady), "go on from there to where all rates are zero"},
	{"--component", "NAME", TEXT, TOOL_LINEAR, AT(point.component),
	 "linearise this component: its inputs are cut off from what gives them"},
	{"--inputs", "NAME,...", LIST, TOOL_LINEAR, AT(point.inputs),
	 "inputs: those of the model or component, or parameters"},
	{"--outputs", "NAME,...", LIST, TOOL_LINEAR, AT(point.outputs), "outputs: any Real variables"},
	{"--clocked", NULL, FLAG, TOOL_LINEAR, AT(point.clocked),
	 "the sampled system of a model with clocks, over one period of all of them"},
	{"--sample", "T", REAL, TOOL_LINEAR, AT(point.sample), "the sampled system with this period"},
	{"--method", "HOW hold tustin", WORD, TOOL_LINEAR, AT(point.method), "of sampling: hold (the default) or tustin"},
	{"-o", "FILE .mat .json .mo", FILES, TOOL_LINEAR, AT(outputs),
	 "write the system to FILE.mat, FILE.json or FILE.mo (may be repeated)"},
	{"--plot", "KIND=FILE bode= nyquist= nichols= rlocus= pzmap= step=", DRAW, TOOL_LINEAR, AT(draw),
	 "draw bode, nyquist, nichols, rlocus, pzmap or step into FILE.svg or FILE.png"},
	{"--free", "NAME,...", LIST, TOOL_TRIM, AT(point.free),
	 "states, inputs and parameters that may change (all states)"},
	{"--zero", "WHAT,...", FORMULAS, TOOL_TRIM, AT(point.zero),
	 "what shall be zero: der(PATTERN) or expressions, as 'y - 3' (der(*))"},
	{"--bounds", "NAME=LOW:HIGH,...", LIST, TOOL_TRIM | TOOL_FIT, AT(point.bounds),
	 "limits of what is free or varied"},
	{"--continue", "NAME=FROM:STEP:TO", TEXT, TOOL_TRIM, AT(point.along),
	 "follow the equilibrium along a parameter, through folds and Hopf points"},
	{"-o", "FILE .csv", FILES, TOOL_TRIM, AT(outputs), "write the equilibria along a parameter to FILE.csv"},
	{"--plot", "FILE .svg .png", FILES, TOOL_CHECK, AT(draw), "with --segments: draw the digraph into FILE"},
	{"--plot", "FILE .svg .png", FILES, TOOL_TRIM, AT(draw), "draw them into FILE.svg or FILE.png"},
	{"--starts", "N", COUNT, TOOL_TRIM, AT(point.starts), "points from which it is tried (20)"},
	{"--plot", "[=FILE] .svg .png", DRAWS, TOOL_SWEEP | TOOL_OPTIMISE, AT(draw),
	 "draw in the terminal, or into FILE.svg or FILE.png (may be repeated)"},
	{"--measure", "EXPRESSION,...", FORMULAS, TOOL_SWEEP, AT(sweep.measures),
	 "measure this of each run, as 'max(x)' or 'peak = max(x)' (may be repeated)"},
	{"--curve", "EXPRESSION,...", FORMULAS, TOOL_SWEEP, AT(sweep.curves),
	 "keep this curve of each run, for pictures and --curves"},
	{"--grid", NULL, FLAG, TOOL_SWEEP, AT(sweep.grid), "all combinations of the values (the default)"},
	{"--zip", NULL, FLAG, TOOL_SWEEP, AT(sweep.zip), "the first values together, then the second ones, ..."},
	{"--random", "N", COUNT, TOOL_SWEEP, AT(sweep.random), "N points at random"},
	{"--latin", "N", COUNT, TOOL_SWEEP, AT(sweep.latin), "N points at random, one in each Nth of every parameter"},
	{"--sobol", "N", COUNT, TOOL_SWEEP, AT(sweep.sobol), "N points of a Sobol sequence, best a power of 2"},
	{"--no-scramble", NULL, FLAG, TOOL_SWEEP, AT(sweep.no_scramble),
	 "the Sobol sequence as it is, the same for every seed"},
	{"--indices", NULL, FLAG, TOOL_SWEEP, AT(sweep.indices),
	 "Sobol indices: N*(parameters + 2) points, and how much of the variance is due to each"},
	{"--curves", "FILE .csv", TEXT, TOOL_SWEEP, AT(sweep.curves_file), "write all curves into one long table"},
	{"--picture", "KIND overlay multiples bands heat effects", CHOICE, TOOL_SWEEP, AT(sweep.picture),
	 "overlay, multiples, bands, heat, effects; else what fits"},
	{"--run-timeout", "S", REAL, TOOL_SWEEP | TOOL_OPTIMISE, AT(sweep.run_timeout),
	 "a run that takes longer is a point that has failed"},
	{"--resume", NULL, FLAG, TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT, AT(sweep.resume),
	 "go on with what was interrupted or killed"},
	{"--restart", NULL, FLAG, TOOL_SWEEP | TOOL_OPTIMISE | TOOL_FIT, AT(sweep.restart),
	 "begin anew, although there are runs of an earlier call"},
	{"--shard", "I/N", TEXT, TOOL_SWEEP, AT(sweep.shard), "only part I of N of the points, for several machines"},
	{"--merge", NULL, FLAG, TOOL_SWEEP, AT(sweep.merge), "simulate nothing: put the parts of all shards together"},
	{"--min", "EXPRESSION", TEXT, TOOL_OPTIMISE, AT(optimise.min), "make this least: a measure, as 'max(x)'"},
	{"--max", "EXPRESSION", TEXT, TOOL_OPTIMISE, AT(optimise.max), "make this greatest"},
	{"--vary", "WHAT", TEXTS, TOOL_OPTIMISE, AT(optimise.vary),
	 "'NAME in [LOW, HIGH]', then '= START', 'log' (may be repeated)"},
	{"--subject", "CONDITION,...", FORMULAS, TOOL_OPTIMISE, AT(optimise.subject),
	 "what must hold, as 'max(n) <= 5500' or 'final(x) == 3' (may be repeated)"},
	{"--method", "M auto slsqp bobyqa cobyla sbplx mma crs isres direct", TEXT, TOOL_OPTIMISE, AT(optimise.method),
	 "auto, slsqp, bobyqa, cobyla, sbplx, mma, crs, isres, direct"},
	{"--starts", "N", COUNT, TOOL_OPTIMISE, AT(optimise.starts), "search from N points, at the same time (1)"},
	{"--evaluations", "N", COUNT, TOOL_OPTIMISE, AT(optimise.evaluations),
	 "runs in all, at most (about 400, or 1000 of global methods, by parameter and start)"},
	{"--xtol", "R", REAL, TOOL_OPTIMISE, AT(optimise.xtol), "end where steps are below this part of the bounds (1e-6)"},
	{"--ftol", "R", REAL, TOOL_OPTIMISE, AT(optimise.ftol), "end where the cost changes by less than this part of it"},
	{"--differences", NULL, FLAG, TOOL_OPTIMISE, AT(optimise.differences),
	 "slopes by differences of runs, also where they could be exact"},
	{"-o", "FILE .csv", FILES, TOOL_OPTIMISE, AT(outputs), "write a table of all runs"},
	{"--vars", "PATTERN,...", LIST, TOOL_OPTIMISE, AT(vars), "curves of the picture (those that the cost is made of)"},
	{"--data", "FILE .csv .mat", TEXTS, TOOL_FIT, AT(fit.data),
	 "measured curves, FILE.csv or FILE.mat, or 'FILE; NAME = VALUE; input u = SOURCE' (may be repeated)"},
	{"--vary", "NAME,...", LIST, TOOL_FIT, AT(fit.vary), "parameters and start values, x.start, that are to be found"},
	{"--map", "COLUMN=EXPRESSION", TEXTS, TOOL_FIT, AT(fit.maps),
	 "what of the model a column of the data is (the variable of its name; may be repeated)"},
	{"--sigma", "COLUMN=S,...", LIST, TOOL_FIT, AT(fit.sigmas),
	 "standard deviations: a number for a column, a column that has them, or a number for all"},
	{"--loss", "KIND linear huber cauchy soft", TEXT, TOOL_FIT, AT(fit.loss),
	 "linear, or against outliers huber, cauchy or soft"},
	{"--loss-scale", "S", REAL, TOOL_FIT, AT(fit.scale), "from how many sigmas on (1)"},
	{"--starts", "N", COUNT, TOOL_FIT, AT(fit.starts), "points from which it is tried (1)"},
	{"--confidence", "P", REAL, TOOL_FIT, AT(fit.confidence), "of the intervals (0.95)"},
	{"--differences", NULL, FLAG, TOOL_FIT, AT(fit.differences), "sensitivities by differences of whole runs"},
	{"--check", NULL, FLAG, TOOL_FIT, AT(fit.check), "compare the sensitivities with differences of whole runs"},
	{"-o", "FILE .csv", FILES, TOOL_FIT, AT(outputs), "write measured and fitted values to FILE.csv"},
	{"--plot", "FILE .svg .png", FILES, TOOL_FIT, AT(draw), "draw them into FILE.svg or FILE.png"},
	{"-o", "FILE .svg .png", FILES, TOOL_DRAW, AT(outputs), "draw into FILE.svg or FILE.png (may be repeated)"},
	{"--icon", NULL, FLAG, TOOL_DRAW, AT(drawing.icon), "what the class looks like as a component of others"},
	{"--diagram", NULL, FLAG, TOOL_DRAW, AT(drawing.diagram),
	 "what it is made of (the default, if there is something in it)"},
	{"--width", "N", COUNT, TOOL_DRAW, AT(drawing.width), "pixels (as large as looks good)"},
	{"--values", "T", REAL, TOOL_DRAW, AT(drawing.values),
	 "simulate to this time, and write beside the components what they have then"},
	{"--activation", NULL, FLAG, TOOL_DRAW, AT(drawing.activation),
	 "which source of activations runs which blocks, in colours and as a list"},
	{"-o", "FILE .svg .png .dot", FILES, TOOL_BOND, AT(outputs), "draw the graph (may be repeated)"},
	{"--devs", "FILE .ma", FILES, TOOL_BOND, AT(bond.devs), "write quantised components, as CD++ reads them"},
	{"--compare", NULL, FLAG, TOOL_BOND, AT(bond.compare),
	 "compare its state equations with those of the model, at random points"},
	{"--equations", NULL, FLAG, TOOL_BOND, AT(bond.equations), "state equations, from the causal graph"},
	{"--strict", NULL, FLAG, TOOL_BOND, AT(bond.strict),
	 "dependent storages, algebraic loops and conflicts are errors"},
	{"-o", "FILE .mo", FILES, TOOL_CONVERT, AT(outputs), "write the text into FILE.mo instead of the standard output"},
	{"-o", "FILE .sbm", FILES, TOOL_COMPILE, AT(outputs), "write the submodel into FILE.sbm"},
	{"--check", NULL, FLAG, TOOL_FORMAT, AT(format.only_check),
	 "change nothing; name the files that would change, and end with 1 if there are any"},
	{"--print", NULL, FLAG, TOOL_FORMAT, AT(format.print), "write the formatted text to the standard output instead"},
	{"--man", NULL, FLAG, TOOL_HELP, AT(help.manual), "print a manual page instead, for man -l -"},
	{"--completion", "SHELL bash zsh fish", CHOICE, TOOL_HELP, AT(help.shell),
	 "print what makes a shell complete commands, options and files: bash, zsh, fish"},
	{"--example", NULL, FLAG, TOOL_EXPLAIN, AT(explain.example), "print only the model, as for saltus run -"},
};
enum { OPTIONS = sizeof table / sizeof *table };
_Static_assert((int)OPTIONS <= (int)TOOL_OPTIONS, "each has a place in tool_options.taken");

bool tool_option_at(unsigned groups, uint32_t number, tool_option *out)
{
	for (int i = 0; i < OPTIONS; i++)
		if (table[i].group & groups && number-- == 0) {
			*out = tool_option_of(table[i].name, table[i].value, table[i].help);
			return true;
		}
	return groups & TOOL_PICTURE && tool_picture_option(number, out);
}

bool tool_color(FILE *stream)
{
	const char *no = getenv("NO_COLOR");
	return !(no && *no) && isatty(fileno(stream));
}

/* To people, once: where more is told of the first error. That of wrong usage is told by the help. */
static void hint(const sb_diag *diag)
{
	static bool told;
	for (uint32_t i = 0; i < sb_messages(diag) && !told && isatty(STDERR_FILENO); i++) {
		sb_message_view m = sb_message_at(diag, i);
		if (m.severity != SB_ERROR || strncmp(m.code, "U00", 3) == 0)
			continue;
		told = true;
		fprintf(stderr, "'saltus explain %s' tells more.\n", m.code);
	}
}

void tool_print_messages(const sb_diag *diag, bool quiet)
{
	if (quiet && !sb_errors(diag))
		return;
	sb_text text = {0};
	if (quiet)
		sb_render_without_infos(diag, tool_color(stderr), &text);
	else
		sb_render(diag, 0, tool_color(stderr), &text);
	if (text.n)
		fwrite(text.at, 1, text.n, stderr);
	sb_text_free(&text);
	if (!quiet)
		hint(diag);
}

int tool_usage(sb_diag *diag, const char *command)
{
	tool_print_messages(diag, false);
	fprintf(stderr, "Try 'saltus help%s%s'.\n", *command ? " " : "", command);
	return TOOL_USAGE;
}

static const option *find(const char *word, size_t length, unsigned allowed)
{
	for (int i = 0; i < OPTIONS; i++)
		if (strlen(table[i].name) == length && strncmp(table[i].name, word, length) == 0 && table[i].group & allowed)
			return &table[i];
	return NULL;
}

static void report_unknown(sb_diag *diag, const char *word, unsigned allowed, const char *command)
{
	enum { PICTURE_OPTIONS = 32 };
	const char *names[OPTIONS + PICTURE_OPTIONS];
	uint32_t n = 0;
	for (tool_option row; tool_option_at(allowed, n, &row); n++)
		names[n] = row.name;
	sb_message *m = sb_report(diag, SB_ERROR, "U0001", (sb_span){0}, "saltus %s has no option '%s'", command, word);
	const char *other = tool_other_option(word),
			   *near = other && (find(other, strlen(other), allowed) ||
								 (allowed & TOOL_PICTURE && tool_picture_find(other, strlen(other)) >= 0))
						   ? other : sb_nearest(word, names, n);
	if (allowed & TOOL_POINT && strncmp(word, "--input", strcspn(word, "=")) == 0 && strcspn(word, "=") == 7)
		sb_help(m, "at a point an input has one value: choose it with -p NAME.start=VALUE");
	else if (near)
		sb_help(m, "did you mean '%s'?", near);
}

static bool read_real(sb_diag *diag, const option *o, const char *value, double *out)
{
	char *end;
	*out = sb_read_real(value, &end);
	bool endless = o->at == AT(run.max_step) && *out == INFINITY;
	if (end == value || *end || (!isfinite(*out) && !endless))
		return tool_bad_value(diag, o->name, value, "a number such as 2.5 or 1e-3");
	if (*out <= 0 && strcmp(o->name, "--start") && strcmp(o->name, "--stop") && strcmp(o->name, "--at") &&
		strcmp(o->name, "--values"))
		return tool_bad_value(diag, o->name, value, "a number greater than zero");
	return true;
}

/* Bytes, or with a letter K, M, G or T. */
static bool read_size(sb_diag *diag, const option *o, const char *value, double *out)
{
	char *end;
	double factor = 1;
	*out = sb_read_real(value, &end);
	const char *letters = "KMGT", *letter = *end ? strchr(letters, *end == 'k' ? 'K' : *end) : NULL;
	for (const char *k = letters; letter && k <= letter; k++)
		factor *= 1024;
	*out *= factor;
	if (end == value || (*end && !letter) || (letter && end[1]) || !(*out >= 1 << 20) || !(*out < 0x1p62))
		return tool_bad_value(diag, o->name, value, "a size from 1M on, such as 500M or 4G");
	return true;
}

static bool read_count(sb_diag *diag, const option *o, const tool_option *row, const char *value, tool_options *out)
{
	uint64_t n;
	bool seed = o->at == AT(run.seed);
	if (!tool_read_count(diag, row, value, seed ? 0 : 1, seed ? UINT64_MAX : 1000000000, &n))
		return false;
	if (seed)
		out->run.seed = n;
	else
		*(uint32_t *)((char *)out + o->at) = (uint32_t)n;
	return true;
}

static bool read_given(sb_arena *arena, sb_diag *diag, const option *o, const char *value, tool_options *out)
{
	const char *equals = strchr(value, '=');
	if (!equals || equals == value || !equals[1])
		return tool_bad_value(diag, o->name, value, "NAME=VALUE without spaces, for example -p motor.R=0.5");
	st_given g = {sb_strndup(arena, value, (size_t)(equals - value)), equals + 1};
	sb_push(arena, out->given, g);
	return true;
}

static bool read_rows(sb_diag *diag, const tool_option *row, const char *value, se_rows *out)
{
	static const se_rows rows[] = {SE_ROWS_GRID, SE_ROWS_PEAKS, SE_ROWS_STEPS};
	uint32_t number;
	if (!tool_read_word(diag, row, value, &number))
		return false;
	*out = rows[number];
	return true;
}

/* Of two values one would be ignored. */
static bool is_second(sb_diag *diag, const option *o, tool_options *out)
{
	bool single = o->kind == REAL || o->kind == COUNT || o->kind == TEXT || o->kind == WORD || o->kind == CHOICE ||
				  o->kind == ROWS;
	bool *taken = &out->taken[o - table];
	if (!*taken || !single) {
		*taken = true;
		return false;
	}
	sb_help(sb_report(diag, SB_ERROR, "U0361", (sb_span){0}, "%s is given twice", o->name), "leave out one of them");
	return true;
}

/* What was said of all pictures holds for this one too, until it says something else. */
static void add_picture(sb_arena *arena, const char *file, tool_options *out)
{
	tool_picture p = out->all_pictures;
	p.file = file ? file : "";
	p.given = 0;
	sb_push(arena, out->pictures, p);
}

static bool store_word(sb_diag *diag, const option *o, const tool_option *row, const char *value, uint32_t *field)
{
	uint32_t number;
	if (o->kind == WORDS)
		return tool_read_words(diag, row, value, field);
	if (!tool_read_word(diag, row, value, &number))
		return false;
	*field = number + (o->kind == CHOICE);
	return true;
}

/* Names of files, and of pictures, which may be drawn in the terminal. */
static bool store_file(sb_arena *arena, sb_diag *diag, const option *o, const tool_option *row, const char *value,
					   tool_options *out)
{
	if (value && !tool_read_ending(diag, row, value))
		return false;
	if (o->kind == PLOT)
		add_picture(arena, value, out);
	else
		sb_push(arena, *(sb_strings *)((char *)out + o->at), value ? value : "");
	return true;
}

/* One that is empty is no formula, which is told of it as of any other. */
static void store_formulas(sb_arena *arena, const char *value, sb_strings *out)
{
	uint32_t before = out->n;
	tool_split(arena, value, "[({", ")]}", out);
	if (out->n == before)
		sb_push(arena, *out, value);
}

static bool store(sb_arena *arena, sb_diag *diag, const option *o, const char *value, tool_options *out)
{
	void *field = (char *)out + o->at;
	tool_option row = tool_option_of(o->name, o->value, o->help);
	if (is_second(diag, o, out))
		return false;
	switch (o->kind) {
	case FLAG: *(bool *)field = true; return true;
	case TEXT: *(const char **)field = value; return true;
	case REAL: return read_real(diag, o, value, field);
	case SIZE: return read_size(diag, o, value, field);
	case COUNT: return read_count(diag, o, &row, value, out);
	case LIST: return tool_read_list(arena, diag, &row, value, field);
	case FORMULAS: store_formulas(arena, value, field); return true;
	case GIVEN: return read_given(arena, diag, o, value, out);
	case TEXTS: sb_push(arena, *(sb_strings *)field, value); return true;
	case WORD:
	case CHOICE:
	case WORDS: return store_word(diag, o, &row, value, field);
	case ROWS: return read_rows(diag, &row, value, field);
	case FILES:
	case DRAWS:
	case PLOT: return store_file(arena, diag, o, &row, value, out);
	case DRAW:
		row = tool_option_of(o->name, "FILE .svg .png", o->help);
		if (!strchr(value, '='))
			return tool_bad_value(diag, o->name, value, "KIND=FILE, for example bode=FILE.svg");
		return store_file(arena, diag, o, &row, value, out);
	case RENAMED:
		if (!strchr(value, '=') || *value == '=' || !strchr(value, '=')[1])
			return tool_bad_value(diag, o->name, value, o->value);
		if (o->at == AT(compare.renamed)) {
			sb_push(arena, out->compare.renamed, value);
		} else {
			sf_given one = {sb_strndup(arena, value, strcspn(value, "=")), strchr(value, '=') + 1};
			sb_push(arena, out->fmus, one);
		}
		return true;
	}
	return false;
}

/* The value of an option: what stands behind its =, or the next word. NULL after a report. */
static const char *value_of(sb_diag *diag, const tool_option *o, const char *given, char **argv, int argc, int *i)
{
	if (given)
		return given;
	if (*i + 1 < argc)
		return argv[++*i];
	sb_message *m = sb_report(diag, SB_ERROR, "U0002", (sb_span){0}, "%s needs a value", o->name);
	sb_help(m, "%s %.*s: %s", o->name, o->value_length, o->value, o->help);
	return NULL;
}

/* Behind a --plot they are those of this picture. */
static bool take_picture_option(sb_arena *arena, sb_diag *diag, char **argv, int argc, int *i, int number,
								const char *value, tool_options *out)
{
	tool_option row;
	tool_picture_option((uint32_t)number, &row);
	if (row.value_length && !tool_value_is_optional(&row) &&
		!(value = value_of(diag, &row, value, argv, argc, i)))
		return false;
	return tool_picture_store(arena, diag, number, value,
							  out->pictures.n ? &out->pictures.at[out->pictures.n - 1] : &out->all_pictures);
}

static bool take_option(sb_arena *arena, sb_diag *diag, char **argv, int argc, int *i, unsigned allowed,
						const char *command, tool_options *out)
{
	const char *word = argv[*i], *equals = strncmp(word, "--", 2) == 0 ? strchr(word, '=') : NULL;
	size_t length = equals ? (size_t)(equals - word) : strlen(word);
	const option *o = find(word, length, allowed);
	const char *value = equals ? equals + 1 : NULL;
	int picture = allowed & TOOL_PICTURE && !o ? tool_picture_find(word, length) : -1;
	if (picture >= 0)
		return take_picture_option(arena, diag, argv, argc, i, picture, value, out);
	if (!o && strncmp(word, "-p", 2) == 0 && word[2] && word[1] == 'p') {      /* -pNAME=VALUE */
		o = find("-p", 2, allowed);
		value = word + 2;
	}
	if (!o) {
		report_unknown(diag, word, allowed, command);
		return false;
	}
	if (o->kind == FLAG && value)
		return tool_bad_value(diag, o->name, value, "no value");
	tool_option row = tool_option_of(o->name, o->value, o->help);
	if (o->kind != FLAG && !tool_value_is_optional(&row) && !(value = value_of(diag, &row, value, argv, argc, i)))
		return false;
	bool good = store(arena, diag, o, value, out);
	/* 'max(x)', 'final(y)': a comma at the end of a word says that there are more */
	while (good && o->kind == FORMULAS && *value && value[strlen(value) - 1] == ',' && *i + 1 < argc &&
		   argv[*i + 1][0] != '-')
		good = store(arena, diag, o, value = argv[++*i], out);
	return good;
}

bool tool_parse(sb_arena *arena, sb_diag *diag, int argc, char **argv, unsigned allowed, const char *command,
				tool_options *out)
{
	*out = (tool_options){.timeout = NAN,
						   .run = {.start = NAN, .stop = NAN, .step = NAN, .max_step = NAN, .tolerance = NAN,
								   .quantum = NAN, .hysteresis = NAN,
								   .every = NAN, .rows = SE_ROWS_SHOWN_PEAKS},
						   .fmu = {.limit = NAN, .step = NAN}, .point = {.at = NAN, .sample = NAN},
						   .sweep = {.run_timeout = NAN}, .fit = {.scale = NAN, .confidence = NAN},
						   .compare = {.tolerance = NAN, .absolute = NAN, .time = NAN}, .drawing = {.values = NAN}};
	bool good = true;
	bool options = true;             /* until -- */
	for (int i = 0; i < argc; i++) {
		if (options && strcmp(argv[i], "--") == 0)
			options = false;
		else if (options && argv[i][0] == '-' && argv[i][1] && argv[i][1] != ':')
			good = take_option(arena, diag, argv, argc, &i, allowed, command, out) && good;
		else if (good || !out->file)             /* else probably the value of an option that is not known */
			good = tool_take_operand(arena, diag, allowed, argv, i, out) && good;
	}
	for (uint32_t i = 0; good && i < out->pictures.n; i++)
		good = tool_picture_check(diag, &out->pictures.at[i]);
	if (good && allowed & TOOL_RUN && !out->pictures.n && tool_picture_missing(diag, &out->all_pictures))
		good = false;
	return good && (out->pictures.n || tool_picture_check(diag, &out->all_pictures)) &&
		   tool_close_operands(arena, diag, allowed, command, out);
}
