/* The command line, from one table: what is read, what the help prints, what is suggested for a mistyped flag. */
#include "tool/tool.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum kind { REAL, COUNT, TEXT, LIST, FLAG, GIVEN, OUTPUT, LIMITS, LOG, PLOT, PICTURE, RENAMED, ROWS, ON_ZENO,
	ON_CHATTER, SIZE, TEXTS, DRAW, DRAWS, FORMULAS } kind;
typedef struct option { const char *name, *value; kind kind; unsigned group; size_t at; const char *help; } option;

#define AT(field) offsetof(tool_options, field)
static const option table[] = {
	{"-p", "NAME=VALUE", GIVEN, TOOL_COMMON, AT(given), "give a parameter another value (may be repeated)"},
	{"--input", "NAME=SOURCE", TEXTS, TOOL_RUN | TOOL_SWEEP | TOOL_FIT, AT(inputs),
	 "give an input an expression, or samples, FILE.csv:COLUMN (may be repeated)"},
	{"--start", "T", REAL, TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_FIT, AT(start), "start time"},
	{"--stop", "T", REAL, TOOL_RUN | TOOL_POINT | TOOL_SWEEP, AT(stop), "stop time"},
	{"--step", "H", REAL, TOOL_RUN | TOOL_SWEEP, AT(step), "output interval, and the step of fixed-step solvers"},
	{"--max-step", "H", REAL, TOOL_RUN | TOOL_SWEEP, AT(max_step),
	 "longest step of the solver (a 20th or 10th of the run; inf: none)"},
	{"--tol", "R", REAL, TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_FIT, AT(tolerance), "relative tolerance (1e-6)"},
	{"--solver", "S", TEXT, TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_FIT, AT(solver),
	 "auto, cvode, adams, ida, erk, dirk, rodas, euler, heun, rk4"},
	{"--seed", "N", COUNT, TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_FIT, AT(seed), "seed of the random streams"},
	{"-o", "FILE", OUTPUT, TOOL_RUN | TOOL_SWEEP, AT(outputs),
	 "write the results to FILE.csv or FILE.mat (may be repeated)"},
	{"--vars", "PATTERN,...", LIST, TOOL_RUN | TOOL_SWEEP, AT(vars),
	 "record only these; * stands for any text, ? for one character"},
	{"--events", "WHICH", LIMITS, TOOL_RUN, AT(limits), "rows at events: both limits, the one after, or none"},
	{"--record", "WHICH", ROWS, TOOL_RUN, AT(rows),
	 "rows beside the grid: none (grid), peaks that it does not show, or all steps of the solver"},
	{"--plot", "[=FILE]", PLOT, TOOL_RUN | TOOL_RESULTS | TOOL_COMPARE, AT(pictures),
	 "draw in the terminal, or into FILE.svg or FILE.png (may be repeated)"},
	{"-o", "FILE", PICTURE, TOOL_RESULTS, AT(pictures), "the same as --plot=FILE"},
	{"--vars", "PATTERN,...", LIST, TOOL_RESULTS, AT(vars), "draw these, where a picture does not name others"},
	{"--tol", "R", REAL, TOOL_COMPARE, AT(tolerance), "relative tolerance of values, a part of their range (1e-3)"},
	{"--abs", "X", REAL, TOOL_COMPARE, AT(absolute), "absolute tolerance of values (1e-9)"},
	{"--time-tol", "S", REAL, TOOL_COMPARE, AT(time_tolerance),
	 "values and events may come this much earlier or later (events: a 1000th of the time)"},
	{"--vars", "PATTERN,...", LIST, TOOL_COMPARE, AT(vars), "compare these"},
	{"--map", "NAME=OTHER", RENAMED, TOOL_COMPARE, AT(renamed),
	 "what NAME of the first is called in the second (may be repeated)"},
	{"--all", NULL, FLAG, TOOL_COMPARE, AT(all), "show all variables, not only the worst"},
	{"--checkpoint", "FILE", TEXT, TOOL_RUN, AT(checkpoint),
	 "save the run to FILE regularly, so that it can go on from there"},
	{"--every", "T", REAL, TOOL_RUN, AT(every), "time of the model between checkpoints (a 20th of the run)"},
	{"--resume", "FILE", TEXT, TOOL_RUN, AT(resume), "go on with the run that was saved in FILE"},
	{"--json", NULL, FLAG, TOOL_RUN | TOOL_CHECK | TOOL_POINT | TOOL_COMPARE | TOOL_SWEEP | TOOL_FIT, AT(json),
	 "print one JSON object instead of text"},
	{"--quiet", NULL, FLAG, TOOL_RUN | TOOL_POINT | TOOL_RESULTS | TOOL_COMPARE | TOOL_SWEEP | TOOL_FIT, AT(quiet),
	 "print errors only"},
	{"--profile", NULL, FLAG, TOOL_RUN, AT(profile), "print the time that each pass took"},
	{"--timeout", "S", REAL, TOOL_COMMON | TOOL_FORMAT, AT(timeout),
	 "end after S seconds, translation included, and keep the results so far"},
	{"--memory", "SIZE", SIZE, TOOL_COMMON | TOOL_FORMAT, AT(memory),
	 "end if more memory is needed, as 500M or 4G (half of the machine)"},
	{"--no-external", NULL, FLAG, TOOL_RUN | TOOL_POINT | TOOL_SWEEP | TOOL_FIT, AT(no_external),
	 "refuse models that bring C of their own"},
	{"--allow-external", NULL, FLAG, TOOL_CHECK | TOOL_SHOW, AT(allow_external),
	 "call C of the model if the structure depends on its values"},
	{"--isolate", NULL, FLAG, TOOL_RUN, AT(isolate),
	 "simulate in a separate process, so that external C cannot harm the rest"},
	{"--log", "WHAT,...", LOG, TOOL_RUN, AT(log), "tell about events, modes, steps, init, solver"},
	{"--max-microsteps", "N", COUNT, TOOL_RUN | TOOL_SWEEP, AT(max_microsteps),
	 "microsteps allowed in one instant (100)"},
	{"--on-zeno", "WHAT", ON_ZENO, TOOL_RUN | TOOL_SWEEP, AT(on_zeno),
	 "if events accumulate: stop (the default), or rest: hold the motion there"},
	{"--on-chatter", "WHAT", ON_CHATTER, TOOL_RUN | TOOL_SWEEP, AT(on_chatter),
	 "if the model chatters: stop (the default), or slide along the condition"},
	{"--max-runs", "N", COUNT, TOOL_RUN, AT(max_runs), "runs that a model or experiment may ask for (10000)"},
	{"--threads", "N", COUNT, TOOL_RUN | TOOL_SWEEP, AT(threads),
	 "threads for replications (as many as there are cores)"},
	{"--at", "T", REAL, TOOL_POINT, AT(at), "run to this time, and take the point there (the start)"},
	{"--steady", NULL, FLAG, TOOL_LINEAR, AT(steady), "go on from there to where all rates are zero"},
	{"--component", "NAME", TEXT, TOOL_LINEAR, AT(component),
	 "linearise this component: its inputs are cut off from what gives them"},
	{"--inputs", "NAME,...", LIST, TOOL_LINEAR, AT(inputs_of),
	 "inputs: those of the model or component, or parameters"},
	{"--outputs", "NAME,...", LIST, TOOL_LINEAR, AT(outputs_of), "outputs: any Real variables"},
	{"--clocked", NULL, FLAG, TOOL_LINEAR, AT(clocked),
	 "the sampled system of a model with clocks, over one period of all of them"},
	{"--sample", "T", REAL, TOOL_LINEAR, AT(sample), "the sampled system with this period"},
	{"--method", "HOW", TEXT, TOOL_LINEAR, AT(method), "of sampling: hold (the default) or tustin"},
	{"-o", "FILE", TEXTS, TOOL_LINEAR, AT(outputs),
	 "write the system to FILE.mat, FILE.json or FILE.mo (may be repeated)"},
	{"--plot", "KIND=FILE", DRAW, TOOL_LINEAR, AT(draw),
	 "draw bode, nyquist, nichols, rlocus, pzmap or step into FILE.svg or FILE.png"},
	{"--free", "NAME,...", LIST, TOOL_TRIM, AT(free), "states, inputs and parameters that may change (all states)"},
	{"--zero", "WHAT,...", FORMULAS, TOOL_TRIM, AT(zero),
	 "what shall be zero: der(PATTERN) or expressions, as 'y - 3' (der(*))"},
	{"--bounds", "NAME=LOW:HIGH,...", LIST, TOOL_TRIM | TOOL_FIT, AT(bounds), "limits of what is free or varied"},
	{"--continue", "NAME=FROM:STEP:TO", TEXT, TOOL_TRIM, AT(along),
	 "follow the equilibrium along a parameter, through folds and Hopf points"},
	{"-o", "FILE", TEXTS, TOOL_TRIM, AT(outputs), "write the equilibria along a parameter to FILE.csv"},
	{"--plot", "FILE", TEXTS, TOOL_TRIM, AT(draw), "draw them into FILE.svg or FILE.png"},
	{"--starts", "N", COUNT, TOOL_TRIM, AT(starts), "points from which it is tried (20)"},
	{"--data", "FILE", TEXTS, TOOL_FIT, AT(fit.data),
	 "measured curves, FILE.csv or FILE.mat, or 'FILE; NAME = VALUE; input u = SOURCE' (may be repeated)"},
	{"--vary", "NAME,...", LIST, TOOL_FIT, AT(fit.vary), "parameters and start values, x.start, that are to be found"},
	{"--map", "COLUMN=EXPRESSION", TEXTS, TOOL_FIT, AT(fit.maps),
	 "what of the model a column of the data is (the variable of its name; may be repeated)"},
	{"--sigma", "COLUMN=S,...", LIST, TOOL_FIT, AT(fit.sigmas),
	 "standard deviations: a number for a column, a column that has them, or a number for all"},
	{"--loss", "KIND", TEXT, TOOL_FIT, AT(fit.loss), "linear, or against outliers huber, cauchy or soft"},
	{"--loss-scale", "S", REAL, TOOL_FIT, AT(fit.scale), "from how many sigmas on (1)"},
	{"--starts", "N", COUNT, TOOL_FIT, AT(starts), "points from which it is tried (1)"},
	{"--confidence", "P", REAL, TOOL_FIT, AT(fit.confidence), "of the intervals (0.95)"},
	{"--differences", NULL, FLAG, TOOL_FIT, AT(fit.differences), "sensitivities by differences of whole runs"},
	{"--check", NULL, FLAG, TOOL_FIT, AT(fit.check), "compare the sensitivities with differences of whole runs"},
	{"-o", "FILE", TEXTS, TOOL_FIT, AT(outputs), "write measured and fitted values to FILE.csv"},
	{"--plot", "FILE", TEXTS, TOOL_FIT, AT(draw), "draw them into FILE.svg or FILE.png"},
	{"--plot", "[=FILE]", DRAWS, TOOL_SWEEP, AT(draw),
	 "draw in the terminal, or into FILE.svg or FILE.png (may be repeated)"},
	{"--measure", "EXPRESSION", TEXTS, TOOL_SWEEP, AT(measures),
	 "measure this of each run, as 'max(x)' or 'peak = max(x)' (may be repeated)"},
	{"--curve", "EXPRESSION", TEXTS, TOOL_SWEEP, AT(curves), "keep this curve of each run, for pictures and --curves"},
	{"--grid", NULL, FLAG, TOOL_SWEEP, AT(grid), "all combinations of the values (the default)"},
	{"--zip", NULL, FLAG, TOOL_SWEEP, AT(zip), "the first values together, then the second ones, ..."},
	{"--random", "N", COUNT, TOOL_SWEEP, AT(random), "N points at random"},
	{"--latin", "N", COUNT, TOOL_SWEEP, AT(latin), "N points at random, one in each Nth of every parameter"},
	{"--sobol", "N", COUNT, TOOL_SWEEP, AT(sobol), "N points of a Sobol sequence, best a power of 2"},
	{"--no-scramble", NULL, FLAG, TOOL_SWEEP, AT(no_scramble), "the Sobol sequence as it is, the same for every seed"},
	{"--indices", NULL, FLAG, TOOL_SWEEP, AT(indices),
	 "Sobol indices: N*(parameters + 2) points, and how much of the variance is due to each"},
	{"--curves", "FILE.csv", TEXT, TOOL_SWEEP, AT(curves_file), "write all curves into one long table"},
	{"--picture", "KIND", TEXT, TOOL_SWEEP, AT(picture),
	 "overlay, multiples, bands, heat, effects; else what fits"},
	{"--run-timeout", "S", REAL, TOOL_SWEEP, AT(run_timeout), "a run that takes longer is a point that has failed"},
	{"--resume", NULL, FLAG, TOOL_SWEEP, AT(go_on), "go on with a sweep that was interrupted or killed"},
	{"--restart", NULL, FLAG, TOOL_SWEEP, AT(anew), "begin anew, although there are points of an earlier sweep"},
	{"--shard", "I/N", TEXT, TOOL_SWEEP, AT(shard), "only part I of N of the points, for several machines"},
	{"--merge", NULL, FLAG, TOOL_SWEEP, AT(merge), "simulate nothing: put the parts of all shards together"},
	{"--check", NULL, FLAG, TOOL_FORMAT, AT(only_check),
	 "change nothing; name the files that would change, and end with 1 if there are any"},
	{"--print", NULL, FLAG, TOOL_FORMAT, AT(print), "write the formatted text to the standard output instead"},
};
enum { OPTIONS = sizeof table / sizeof *table };
_Static_assert((int)OPTIONS <= (int)TOOL_OPTIONS, "each has a place in tool_options.taken");

void tool_print_options(unsigned group, FILE *out)
{
	for (int i = 0; i < OPTIONS; i++) {
		if (!(table[i].group & group))
			continue;
		char left[64];
		const char *value = table[i].value ? table[i].value : "";
		snprintf(left, sizeof left, "%s%s%s", table[i].name, *value && *value != '[' ? " " : "", value);
		fprintf(out, "  %-24s %s\n", left, table[i].help);
	}
	if (group & TOOL_PICTURE)
		tool_picture_print(out);
}

bool tool_color(FILE *stream)
{
	const char *no = getenv("NO_COLOR");
	return !(no && *no) && isatty(fileno(stream));
}

void tool_print_messages(const sb_diag *diag, bool quiet)
{
	if (quiet && !sb_errors(diag))
		return;
	sb_text text = {0};
	sb_render(diag, 0, tool_color(stderr), &text);
	if (text.n)
		fwrite(text.at, 1, text.n, stderr);
	sb_text_free(&text);
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
	for (int i = 0; i < OPTIONS; i++)
		if (table[i].group & allowed)
			names[n++] = table[i].name;
	for (int i = 0; allowed & TOOL_PICTURE && tool_picture_name(i); i++)
		names[n++] = tool_picture_name(i);
	sb_message *m = sb_report(diag, SB_ERROR, "U0001", (sb_span){0}, "saltus %s has no option '%s'", command, word);
	const char *other = tool_other_option(word),
			   *near = other && (find(other, strlen(other), allowed) ||
								 (allowed & TOOL_PICTURE && tool_picture_find(other, strlen(other)) >= 0))
						   ? other : sb_nearest(word, names, n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
}

static bool bad_value(sb_diag *diag, const option *o, const char *value, const char *wanted)
{
	sb_message *m = sb_report(diag, SB_ERROR, "U0003", (sb_span){0}, "'%s' is not a value for %s", value, o->name);
	sb_help(m, "%s takes %s", o->name, wanted);
	return false;
}

static void split(sb_arena *arena, const char *text, sb_strings *out)
{
	int depth = 0;                   /* commas inside subscripts belong to the name: u[1,2] */
	const char *begin = text;
	for (const char *c = text;; c++) {
		depth += (*c == '[') - (*c == ']');
		if (*c && (*c != ',' || depth > 0))
			continue;
		if (c > begin)
			sb_push(arena, *out, (const char *)sb_strndup(arena, begin, (size_t)(c - begin)));
		if (!*c)
			return;
		begin = c + 1;
	}
}

/* Commas inside of parentheses and brackets belong to an expression. */
static void split_formulas(sb_arena *arena, const char *text, sb_strings *out)
{
	int depth = 0;
	const char *begin = text;
	for (const char *c = text;; c++) {
		depth += (*c == '[' || *c == '(') - (*c == ']' || *c == ')');
		if (*c && (*c != ',' || depth > 0))
			continue;
		if (c > begin)
			sb_push(arena, *out, (const char *)sb_strndup(arena, begin, (size_t)(c - begin)));
		if (!*c)
			return;
		begin = c + 1;
	}
}

static bool read_log(sb_arena *arena, sb_diag *diag, const option *o, const char *value, unsigned *log)
{
	static const char *const names[] = {"events", "steps", "init", "solver", "modes"};
	sb_strings words = {0};
	split(arena, value, &words);
	if (!words.n)
		return bad_value(diag, o, value, "events, modes, steps, init, solver, or several of them with commas between");
	for (uint32_t i = 0; i < words.n; i++) {
		bool found = false;
		for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
			if (strcmp(words.at[i], names[k]) == 0) {
				*log |= 1u << k;
				found = true;
			}
		if (!found)
			return bad_value(diag, o, words.at[i],
							 "events, modes, steps, init, solver, or several of them with commas between");
	}
	return true;
}

static bool read_real(sb_diag *diag, const option *o, const char *value, double *out)
{
	char *end;
	*out = strtod(value, &end);
	bool endless = o->at == AT(max_step) && *out == INFINITY;
	if (end == value || *end || (!isfinite(*out) && !endless))
		return bad_value(diag, o, value, "a number such as 2.5 or 1e-3");
	if (*out <= 0 && strcmp(o->name, "--start") && strcmp(o->name, "--stop") && strcmp(o->name, "--at"))
		return bad_value(diag, o, value, "a number greater than zero");
	return true;
}

/* Bytes, or with a letter K, M, G or T. */
static bool read_size(sb_diag *diag, const option *o, const char *value, double *out)
{
	char *end;
	double factor = 1;
	*out = strtod(value, &end);
	const char *letters = "KMGT", *letter = *end ? strchr(letters, *end == 'k' ? 'K' : *end) : NULL;
	for (const char *k = letters; letter && k <= letter; k++)
		factor *= 1024;
	*out *= factor;
	if (end == value || (*end && !letter) || (letter && end[1]) || !(*out >= 1 << 20) || !(*out < 0x1p62))
		return bad_value(diag, o, value, "a size from 1M on, such as 500M or 4G");
	return true;
}

static bool read_count(sb_diag *diag, const option *o, const char *value, tool_options *out)
{
	char *end;
	errno = 0;
	unsigned long long n = strtoull(value, &end, 10);
	if (end == value || *end || *value == '-' || errno)
		return bad_value(diag, o, value, "a whole number");
	if (o->at == AT(seed))
		out->seed = n;
	else if (n < 1 || n > 1000000000)
		return bad_value(diag, o, value, "a whole number from 1 to 1000000000");
	else
		*(uint32_t *)((char *)out + o->at) = (uint32_t)n;
	return true;
}

static bool has_ending(const char *path, const char *a, const char *b)
{
	const char *dot = strrchr(path, '.');
	return dot && (strcmp(dot, a) == 0 || strcmp(dot, b) == 0);
}

static bool read_given(sb_arena *arena, sb_diag *diag, const option *o, const char *value, tool_options *out)
{
	const char *equals = strchr(value, '=');
	if (!equals || equals == value || !equals[1])
		return bad_value(diag, o, value, "NAME=VALUE without spaces, for example -p motor.R=0.5");
	st_given g = {sb_strndup(arena, value, (size_t)(equals - value)), equals + 1};
	sb_push(arena, out->given, g);
	return true;
}

static bool read_choice(sb_diag *diag, const option *o, const char *value, const char *other, tool_choice *out)
{
	*out = strcmp(value, other) == 0 ? TOOL_OTHER : strcmp(value, "stop") == 0 ? TOOL_STOP : TOOL_MODEL;
	if (*out != TOOL_MODEL)
		return true;
	return bad_value(diag, o, value, *other == 'r' ? "stop or rest" : "stop or slide");
}

static bool read_limits(sb_diag *diag, const option *o, const char *value, se_limits *out)
{
	static const char *const names[] = {"both", "after", "none"};
	for (int i = 0; i < 3; i++)
		if (strcmp(value, names[i]) == 0) {
			*out = (se_limits)i;
			return true;
		}
	return bad_value(diag, o, value, "both, after or none");
}

static bool read_rows(sb_diag *diag, const option *o, const char *value, se_rows *out)
{
	static const struct { const char *name; se_rows rows; } names[] = {
		{"grid", SE_ROWS_GRID}, {"peaks", SE_ROWS_PEAKS}, {"steps", SE_ROWS_STEPS}};
	for (int i = 0; i < 3; i++)
		if (strcmp(value, names[i].name) == 0) {
			*out = names[i].rows;
			return true;
		}
	return bad_value(diag, o, value, "grid, peaks or steps");
}

/* Of two values one would be ignored. */
static bool is_second(sb_diag *diag, const option *o, tool_options *out)
{
	bool single = o->kind == REAL || o->kind == COUNT || o->kind == TEXT || o->kind == LIMITS ||
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

static bool store(sb_arena *arena, sb_diag *diag, const option *o, const char *value, tool_options *out)
{
	void *field = (char *)out + o->at;
	if (is_second(diag, o, out))
		return false;
	switch (o->kind) {
	case FLAG: *(bool *)field = true; return true;
	case TEXT: *(const char **)field = value; return true;
	case REAL: return read_real(diag, o, value, field);
	case SIZE: return read_size(diag, o, value, field);
	case COUNT: return read_count(diag, o, value, out);
	case LIST:
		split(arena, value, field);
		return ((sb_strings *)field)->n ||
			   bad_value(diag, o, value, "names or patterns with commas between, such as h,motor.*");
	case DRAW: {
		const char *equals = strchr(value, '=');
		if (!equals || !has_ending(equals + 1, ".svg", ".png"))
			return bad_value(diag, o, value, "KIND=FILE, for example bode=FILE.svg");
		sb_push(arena, *(sb_strings *)field, value);
		return true;
	}
	case DRAWS:
		if (value && !has_ending(value, ".svg", ".png"))
			return bad_value(diag, o, value, "a name that ends in .svg or .png, or nothing for the terminal");
		sb_push(arena, *(sb_strings *)field, value ? value : "");
		return true;
	case FORMULAS: split_formulas(arena, value, field); return true;
	case GIVEN: return read_given(arena, diag, o, value, out);
	case TEXTS: sb_push(arena, *(sb_strings *)field, value); return true;
	case ROWS: return read_rows(diag, o, value, field);
	case LIMITS: return read_limits(diag, o, value, field);
	case ON_ZENO: return read_choice(diag, o, value, "rest", field);
	case ON_CHATTER: return read_choice(diag, o, value, "slide", field);
	case LOG: return read_log(arena, diag, o, value, field);
	case OUTPUT:
		if (!has_ending(value, ".csv", ".mat"))
			return bad_value(diag, o, value, "a name that ends in .csv or .mat");
		sb_push(arena, out->outputs, value);
		return true;
	case RENAMED:
		if (!strchr(value, '=') || *value == '=' || !strchr(value, '=')[1])
			return bad_value(diag, o, value, "NAME=OTHER");
		sb_push(arena, out->renamed, value);
		return true;
	case PICTURE:
	case PLOT:
		if (value && !has_ending(value, ".svg", ".png"))
			return bad_value(diag, o, value, "a name that ends in .svg or .png, or nothing for the terminal");
		add_picture(arena, value, out);
		return true;
	}
	return false;
}

/* The value of an option: what stands behind its =, or the next word. NULL after a report. */
static const char *value_of(sb_diag *diag, const char *name, const char *given, char **argv, int argc, int *i,
							const char *use, const char *help)
{
	if (given)
		return given;
	if (*i + 1 < argc)
		return argv[++*i];
	sb_message *m = sb_report(diag, SB_ERROR, "U0002", (sb_span){0}, "%s needs a value", name);
	if (help)
		sb_help(m, "%s %s: %s", name, use, help);
	return NULL;
}

/* Behind a --plot they are those of this picture. */
static bool take_picture_option(sb_arena *arena, sb_diag *diag, char **argv, int argc, int *i, int number,
								const char *value, tool_options *out)
{
	if (tool_picture_needs_value(number) &&
		!(value = value_of(diag, tool_picture_name(number), value, argv, argc, i, NULL, NULL)))
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
		return bad_value(diag, o, value, "no value");
	if (o->kind != FLAG && o->kind != PLOT && o->kind != DRAWS &&
		!(value = value_of(diag, o->name, value, argv, argc, i, o->value, o->help)))
		return false;
	return store(arena, diag, o, value, out);
}

bool tool_parse(sb_arena *arena, sb_diag *diag, int argc, char **argv, unsigned allowed, const char *command,
				tool_options *out)
{
	*out = (tool_options){.start = NAN, .stop = NAN, .step = NAN, .max_step = NAN, .tolerance = NAN, .timeout = NAN,
						   .every = NAN, .at = NAN, .sample = NAN, .absolute = NAN, .time_tolerance = NAN,
						   .run_timeout = NAN, .rows = SE_ROWS_SHOWN_PEAKS, .fit = {.scale = NAN, .confidence = NAN}};
	const unsigned several = TOOL_FORMAT | TOOL_RESULTS | TOOL_COMPARE;      /* these take files, in any number */
	const char *named = NULL;
	bool good = true;
	bool options = true;             /* until -- */
	for (int i = 0; i < argc; i++) {
		if (options && strcmp(argv[i], "--") == 0) {
			options = false;
		} else if (options && argv[i][0] == '-' && argv[i][1]) {
			good = take_option(arena, diag, argv, argc, &i, allowed, command, out) && good;
		} else if (allowed & several) {
			sb_push(arena, out->files, (const char *)argv[i]);
			named = argv[i];
		} else if (named && !good) {
			continue;                /* probably the value of the option that is not known */
		} else if (named) {
			sb_message *m = sb_report(diag, SB_ERROR, "U0004", (sb_span){0},
									  "one model at a time: '%s' and '%s' are two", named, argv[i]);
			if (has_ending(argv[i], ".png", ".svg"))
				sb_help(m, "to draw into that file write --plot=%s, without a space", argv[i]);
			else if (i > 0 && strcmp(argv[i - 1], "--plot") == 0)
				sb_help(m, "to draw '%s' write --plot --vars-plot %s", argv[i], argv[i]);
			else if (i > 1 && strncmp(argv[i - 2], "--vars", 6) == 0)
				sb_help(m, "names are separated by commas: %s %s,%s", argv[i - 2], argv[i - 1], argv[i]);
			else
				sb_help(m, "a class of a file is written FILE:CLASS");
			good = false;
		} else {
			named = argv[i];
		}
	}
	for (uint32_t i = 0; good && i < out->pictures.n; i++)
		good = tool_picture_check(diag, &out->pictures.at[i]);
	good = good && (out->pictures.n || tool_picture_check(diag, &out->all_pictures));
	if (named && (!*named || *named == ':') && !(allowed & several))
		named = NULL;                /* the value of a variable that is empty */
	if (!named && good) {
		sb_message *m = sb_report(diag, SB_ERROR, "U0005", (sb_span){0}, "which %s? no file was named",
								  allowed & several ? "file" : "model");
		sb_help(m, "for example: saltus %s %s", command,
				allowed & TOOL_RESULTS   ? "ball.csv --vars h"
				: allowed & TOOL_COMPARE ? "reference.csv new.csv"
										 : "examples/bouncing_ball.mo");
		good = false;
	}
	if (named && !(allowed & several))
		st_split(arena, named, &out->file, &out->class_name);
	return good;
}

st_model *tool_load(const tool_options *o, st_depth depth)
{
	st_model *m = st_load(o->file, o->class_name,
	                      &(st_options){.given = o->given.at, .given_count = o->given.n, .depth = depth,
	                                    .external = o->allow_external ? ST_ANY_C : ST_OWN_C, .code = {.optimise = 1}});
	bool reached = depth == ST_FLAT ? m->flat != NULL : depth == ST_PLAN ? m->plan != NULL : m->program != NULL;
	if (reached && !sb_errors(m->diag))
		return m;
	tool_print_messages(m->diag, false);
	st_free(m);
	return NULL;
}
