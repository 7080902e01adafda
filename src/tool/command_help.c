/* saltus help [COMMAND] */
#include "tool/tool.h"
#include <string.h>

static void overview(FILE *out)
{
	fputs("saltus simulates models that flow and jump: equations, events, processes.\n"
		  "\n"
		  "  saltus run   FILE[:CLASS]   simulate, and write or draw the results\n"
		  "  saltus sweep FILE[:CLASS]   simulate with many values of parameters, and measure\n"
		  "  saltus linearise FILE[:CLASS]  the linear system at a point: matrices, poles, margins, pictures\n"
		  "  saltus trim  FILE[:CLASS]   values at which the model stands still, also along a parameter\n"
		  "  saltus fit   FILE[:CLASS]   parameters from measured curves, with their standard errors\n"
		  "  saltus check FILE[:CLASS]   counts, states, loops: what the model is made of\n"
		  "  saltus flat  FILE[:CLASS]   the flat model as text\n"
		  "  saltus code  FILE[:CLASS]   the generated C\n"
		  "  saltus plot  RESULT ...     pictures of results: files, or models that are run for it\n"
		  "  saltus compare A B          do two results agree?\n"
		  "  saltus fmt   FILE ...       lay out the text of models\n"
		  "  saltus help  [COMMAND]      this page, or the options of a command\n"
		  "  saltus --version\n"
		  "\n"
		  "A first curve:  saltus run examples/bouncing_ball.mo --plot\n"
		  "FILE is Modelica (.mo) or COSY (.cosy). CLASS may be left out where the file has one obvious candidate, its "
		  "last\n"
		  "non-partial model; of a COSY program it is the name of an experiment.\n",
		  out);
}

static void fmt_help(FILE *out)
{
	fputs("saltus fmt FILE|FOLDER ... [OPTIONS]\n\n"
		  "Lays out Modelica files: indentation, spaces, blank lines. Line breaks inside statements stay where they\n"
		  "are; comments and everything with a meaning stay as they are. A file with errors is left alone. In a\n"
		  "folder, all .mo files are formatted; - stands for the standard input, printed to the standard output.\n"
		  "\nOptions:\n",
		  out);
	tool_print_options(TOOL_FORMAT, out);
}

static void linearise_help(FILE *out)
{
	fputs("saltus linearise FILE[:CLASS] [OPTIONS]\n\n"
		  "Runs a model to a time, and tells what it is near there: the matrices A, B, C and D, exact by\n"
		  "differentiation, with names; poles, zeros, transfer functions, what inputs reach and outputs see, margins.\n"
		  "Constraints, modes and branches are those at the point. --component takes a component out of the model:\n"
		  "its inputs are cut, its point is that of the whole.\n"
		  "\nOptions:\n",
		  out);
	tool_print_options(TOOL_COMMON | TOOL_POINT | TOOL_LINEAR, out);
	fputs("\nFor example:\n"
		  "  saltus linearise plant.mo --at 10 --inputs u --outputs y --plot bode=bode.svg -o plant.mat\n"
		  "Exit status: 0 done, 1 the model or the run failed, 2 wrong usage. docs/linear.md tells more.\n",
		  out);
}

static void trim_help(FILE *out)
{
	fputs("saltus trim FILE[:CLASS] [OPTIONS]\n\n"
		  "Looks for values of what is free at which rates and other conditions are zero, by least squares with\n"
		  "bounds, from several starts. Tells whether the equilibrium is stable, whether it is the only one near it,\n"
		  "and what cannot be reached.\n"
		  "--continue follows it along a parameter, through folds and past Hopf points.\n"
		  "\nOptions:\n",
		  out);
	tool_print_options(TOOL_COMMON | TOOL_POINT | TOOL_TRIM, out);
	fputs("\nFor example:\n"
		  "  saltus trim aircraft.mo --free alpha,throttle,elevator --zero 'der(*),h - 1000' --bounds throttle=0:1\n"
		  "  saltus trim reactor.mo --continue T_in=300:1:400 --plot branches.svg\n"
		  "Exit status: 0 found, 1 not found or the model failed, 2 wrong usage. docs/linear.md tells more.\n",
		  out);
}

static void fit_help(FILE *out)
{
	fputs("saltus fit FILE[:CLASS] --data FILE.csv --vary NAME,... [OPTIONS]\n\n"
		  "Finds the values of parameters with which the model comes nearest to measured curves, by least squares\n"
		  "with bounds. Tells standard errors, confidence intervals, correlations, and what the data do not\n"
		  "determine.\n"
		  "The search starts from the values of the model, or from those of -p.\n"
		  "\nOptions:\n",
		  out);
	tool_print_options(TOOL_COMMON | TOOL_FIT, out);
	fputs("\nFor example:\n"
		  "  saltus fit motor.mo --data motor.csv --vary R,k,J --bounds R=0:10 --plot fit.svg\n"
		  "  saltus fit tank.mo --data 'cold.csv; T0 = 280' --data 'warm.csv; T0 = 320' --vary h,c --sigma T=0.2\n"
		  "Exit status: 0 done, 1 no fit or the model failed, 2 wrong usage. docs/fit.md tells more.\n",
		  out);
}

static void plot_help(FILE *out)
{
	fputs("saltus plot [LABEL=]RESULT ... [OPTIONS]\n\n"
		  "Draws results, several over each other. A RESULT is a CSV or MAT file (FILE.mat:MATRIX for a matrix),\n"
		  "or a model FILE[:CLASS], which is run for it. Without --plot=FILE or -o FILE the picture is drawn in the\n"
		  "terminal.\n"
		  "\nOptions:\n",
		  out);
	tool_print_options(TOOL_COMMON | TOOL_RESULTS | TOOL_PICTURE, out);
	fputs("\nOptions of pictures that stand after a --plot are its own; those before the first --plot hold for all.\n"
		  "  saltus plot ball.csv --vars h,v --mark-events -o ball.svg\n"
		  "  saltus plot before=a.csv after=b.mat --vars 'motor.*' --plot --plot=w.png --vars-plot motor.w --time 0:2\n"
		  "  saltus plot pendulum.csv --over phi --vars w --equal         a phase portrait\n"
		  "  saltus plot noise.csv --spectrum=hann --log-axis y           a spectrum\n",
		  out);
}

static void compare_help(FILE *out)
{
	fputs("saltus compare A B [OPTIONS]\n\n"
		  "Compares two results, variable by variable: the largest difference, and whether it is within the tolerance. "
		  "A is the\n"
		  "reference. Both are CSV or MAT files, or models FILE[:CLASS], which are run for it. Events are matched by "
		  "their order.\n"
		  "\nOptions:\n",
		  out);
	tool_print_options(TOOL_COMMON | TOOL_COMPARE, out);
	fputs("\nA value agrees if it differs by no more than ABS + TOL*max(range of the variable, a thousandth of its "
		  "size).\n"
		  "Exit status: 0 all agree, 1 they differ or could not be compared, 2 wrong usage.\n",
		  out);
}

static void sweep_help(FILE *out)
{
	fputs("saltus sweep FILE[:CLASS] -p NAME=VALUES ... --measure EXPRESSION ... [OPTIONS]\n\n"
		  "Simulates a model at many points, on all cores, and measures each run. Values of a parameter, or of a start "
		  "value x.start:\n\n"
		  "  -p k=1:0.5:10            from 1 to 10 by steps of 0.5          -p k=1:10      by steps of 1\n"
		  "  -p 'k={1, 2, 5}'         these                                 -p 'on={true, false}'\n"
		  "  -p 'k=lin(0, 1, 11)'     11 values from 0 to 1                 -p 'k=log(1e-3, 1e3, 20)'\n"
		  "  -p 'k=normal(3, 0.1)'    a distribution, for --random, --latin and --sobol: uniform, loguniform, normal,\n"
		  "                           lognormal, triangular, exponential, weibull, gamma, beta\n"
		  "  -p k=3                   one value for all points\n"
		  "\nMeasures are expressions over the run: max(x), min, final, initial, mean, rms, deviation, integral,\n"
		  "at(x, t), settling(y, 0.02), overshoot(y), rise(y), peak_time(y), time_when(x > 1), count(x > 1),\n"
		  "duration(x > 1), amplitude, frequency; max(abs(x - r), from = 2); max(n) <= 5500.\n"
		  "docs/studies.md has their formulas.\n"
		  "\nOptions:\n",
		  out);
	tool_print_options(TOOL_COMMON | TOOL_SWEEP, out);
	fputs("\nFinished points are appended to FILE.csv.journal: after Ctrl-C, or kill -9, --resume goes on. With\n"
		  "--shard I/N on several machines, and then --merge, or with mpirun or srun before the same line, the table\n"
		  "has the same bytes.\n"
		  "Exit status: 0 done, also where some points have failed; 1 nothing could be done; 2 wrong usage,\n"
		  "3 time-out, 130 after Ctrl-C.\n",
		  out);
}

static void command_help(const char *name, FILE *out)
{
	if (strcmp(name, "linearise") == 0) {
		linearise_help(out);
		return;
	}
	if (strcmp(name, "trim") == 0) {
		trim_help(out);
		return;
	}
	if (strcmp(name, "fit") == 0) {
		fit_help(out);
		return;
	}
	if (strcmp(name, "plot") == 0 || strcmp(name, "compare") == 0) {
		(*name == 'p' ? plot_help : compare_help)(out);
		return;
	}
	if (strcmp(name, "sweep") == 0) {
		sweep_help(out);
		return;
	}
	if (strcmp(name, "fmt") == 0) {
		fmt_help(out);
		return;
	}
	bool run = strcmp(name, "run") == 0, check = strcmp(name, "check") == 0;
	fprintf(out, "saltus %s FILE[:CLASS] [OPTIONS]\n\n", name);
	fputs(
		run ? "Simulates a model. For a COSY program, makes all experiments in order, or the one that CLASS names.\n"
		: check ? "Tells what a model is made of: counts, states, loops. Ends with 1 if it cannot be simulated.\n"
				  "In a folder or package, every class is checked.\n"
		: strcmp(name, "flat") == 0
			? "Prints the flat model: every variable and equation after all classes are resolved.\n"
			: "Prints the C text that is compiled for the model.\n",
		out);
	fputs("\nOptions:\n", out);
	tool_print_options(TOOL_COMMON | (run ? TOOL_RUN | TOOL_PICTURE : check ? TOOL_CHECK : TOOL_SHOW), out);
	if (run)
		fputs("\nOptions take precedence over the model's experiment annotation, and over SIMULATE in a COSY program.\n"
			  "An option that has one value is given once. What follows -- is a file, even if it begins with -.\n"
			  "Pictures of a COSY program are named after the program; --plot=FILE names them FILE, FILE_2, ...\n"
			  "Options of pictures (--vars-plot and below) that stand after a --plot are its own; those before the\n"
			  "first --plot hold for all.\n"
			  "Ctrl-C ends a run like a time-out: the results so far are written. A second Ctrl-C ends it at once.\n"
			  "A model may bring C of its own, which can do everything that you can do: docs/trust.md.\n"
			  "Exit status: 0 done, 1 the model or the run failed, 2 wrong usage, 3 time-out, 130 after Ctrl-C,\n"
			  "143 after SIGTERM.\n",
			  out);
}

int tool_help(int argc, char **argv)
{
	static const char *const names[] = {"run",		 "sweep", "check", "flat",	 "code", "fmt",
										"linearise", "trim",  "fit",   "plot",  "compare"};
	if (argc == 0) {
		overview(stdout);
		return TOOL_DONE;
	}
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(argv[0], names[i]) == 0) {
			command_help(names[i], stdout);
			return TOOL_DONE;
		}
	if (strcmp(argv[0], "help") == 0) {
		overview(stdout);
		return TOOL_DONE;
	}
	return tool_unknown_word(argc, argv);
}
