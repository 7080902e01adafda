/* saltus help [COMMAND] */
#include "tool/tool.h"
#include <string.h>

static void overview(FILE *out)
{
	fputs("saltus simulates models that flow and jump: equations, events, processes.\n"
		  "\n"
		  "  saltus run   FILE[:CLASS]   simulate, and write or draw the results\n"
		  "  saltus sweep FILE[:CLASS]   simulate with many values of parameters, and measure\n"
		  "  saltus check FILE[:CLASS]   counts, states, loops: what the model is made of\n"
		  "  saltus flat  FILE[:CLASS]   the flat model as text\n"
		  "  saltus code  FILE[:CLASS]   the generated C\n"
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
		  "Lays out Modelica files anew: indentation, spaces, blank lines. Line breaks inside of statements stay where "
		  "they are,\n"
		  "comments and everything with a meaning stay as they are. A file with errors is left alone. Of a folder all "
		  ".mo files\n"
		  "are formatted; - stands for the standard input, printed to the standard output.\n"
		  "\nOptions:\n",
		  out);
	tool_print_options(TOOL_FORMAT, out);
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
		  "\nMeasures are expressions over the run: max(x), min, final, initial, mean, rms, deviation, integral, at(x, t),\n"
		  "settling(y, 0.02), overshoot(y), rise(y), peak_time(y), time_when(x > 1), count(x > 1), duration(x > 1), "
		  "amplitude,\n"
		  "frequency; max(abs(x - r), from = 2); max(n) <= 5500. docs/studies.md has their formulas.\n"
		  "\nOptions:\n",
		  out);
	tool_print_options(TOOL_COMMON | TOOL_SWEEP, out);
	fputs("\nFinished points are appended to FILE.csv.journal: after Ctrl-C, or kill -9, --resume goes on. With --shard I/N "
		  "on several\n"
		  "machines, and then --merge, or with mpirun or srun before the same line, the table has the same bytes.\n"
		  "Exit status: 0 done, also where some points have failed; 1 nothing could be done; 2 wrong usage, 3 time-out, 130 "
		  "after Ctrl-C.\n",
		  out);
}

static void command_help(const char *name, FILE *out)
{
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
		run ? "Simulates a model. Of a COSY program all experiments are made, in order, or the one that CLASS names.\n"
		: check ? "Tells what a model is made of: counts, states, loops. Ends with 1 if it cannot be simulated.\n"
				  "Of a folder or package every class is checked.\n"
		: strcmp(name, "flat") == 0
			? "Prints the flat model: every variable and equation after all classes are resolved.\n"
			: "Prints the C text that is compiled for the model.\n",
		out);
	fputs("\nOptions:\n", out);
	tool_print_options(run ? TOOL_COMMON | TOOL_RUN : check ? TOOL_COMMON | TOOL_CHECK : TOOL_COMMON | TOOL_SHOW, out);
	if (run)
		fputs("\nSettings in the model's experiment annotation are the defaults; options win. So they do over SIMULATE "
			  "in a COSY program.\n"
			  "An option that has one value is given once. What follows -- is a file, whatever it begins with.\n"
			  "Pictures of its OUTPUT are called after the program; --plot=FILE calls them FILE, FILE_2, ...\n"
			  "Ctrl-C ends a run as a time-out does: what was computed is written. A second one ends it at once.\n"
			  "A model may bring C of its own, which may do whatever you may do: docs/trust.md.\n"
			  "Exit status: 0 done, 1 the model or the run failed, 2 wrong usage, 3 time-out, 130 after Ctrl-C, 143 "
			  "after SIGTERM.\n",
			  out);
}

int tool_help(int argc, char **argv)
{
	static const char *const names[] = {"run", "sweep", "check", "flat", "code", "fmt"};
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
