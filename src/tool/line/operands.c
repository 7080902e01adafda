/* What stands behind a command beside its options: a model, files, words; and a model from the standard input. */
#include "base/file.h"
#include "tool/line/line.h"
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* These take files, in any number; those take words, or none. */
static const unsigned several = TOOL_FORMAT | TOOL_RESULTS | TOOL_COMPARE, words = TOOL_HELP | TOOL_EXPLAIN | TOOL_FMU |
	TOOL_SHELL;

static bool draws(const char *path)
{
	const char *dot = strrchr(path, '.');
	return dot && (strcmp(dot, ".svg") == 0 || strcmp(dot, ".png") == 0);
}

static bool refuse_second(sb_diag *diag, char **argv, int i, const char *first)
{
	sb_message *m = sb_report(diag, SB_ERROR, "U0004", (sb_span){0}, "one model at a time: '%s' and '%s' are two",
							  first, argv[i]);
	if (draws(argv[i]))
		sb_help(m, "to draw into that file write --plot=%s, without a space", argv[i]);
	else if (i > 0 && strcmp(argv[i - 1], "--plot") == 0)
		sb_help(m, "to draw '%s' write --plot --vars-plot %s", argv[i], argv[i]);
	else if (i > 1 && strncmp(argv[i - 2], "--vars", 6) == 0)
		sb_help(m, "names are separated by commas: %s %s,%s", argv[i - 2], argv[i - 1], argv[i]);
	else
		sb_help(m, "a class of a file is written FILE:CLASS");
	return false;
}

bool tool_take_operand(sb_arena *arena, sb_diag *diag, unsigned allowed, char **argv, int i, tool_options *out)
{
	if (allowed & (TOOL_RESULTS | TOOL_COMPARE) && draws(argv[i])) {
		sb_help(sb_report(diag, SB_ERROR, "U0991", (sb_span){0}, "'%s' is a picture, and no result", argv[i]),
				"to draw into that file write --plot=%s, without a space", argv[i]);
		return false;
	}
	if (allowed & (several | words)) {
		sb_push(arena, out->files, (const char *)argv[i]);
		return true;
	}
	if (out->file)
		return refuse_second(diag, argv, i, out->file);
	out->file = argv[i];
	return true;
}

/* `-`, `-:CLASS`, and of results LABEL=- too. */
static bool is_input(const char *word, unsigned allowed)
{
	const char *equals = allowed & (TOOL_RESULTS | TOOL_COMPARE) ? strchr(word, '=') : NULL;
	const char *at = equals ? equals + 1 : word;
	return *at == '-' && (!at[1] || at[1] == ':');
}

static bool is_pipe(void)
{
	struct stat status;
	return fstat(STDIN_FILENO, &status) == 0 && S_ISFIFO(status.st_mode);
}

/* Whoever forgot a pipe would see nothing happen. */
static void tell_terminal(void)
{
	if (!isatty(STDIN_FILENO))
		return;
	sb_diag *diag = sb_diag_new();
	sb_help(sb_report(diag, SB_INFO, "U0972", (sb_span){0}, "the model is read from the terminal"),
			"end it with Ctrl-D at the beginning of a line; Ctrl-C gives up");
	tool_print_messages(diag, false);
	sb_diag_free(diag);
}

static bool read_input(sb_arena *arena, sb_diag *diag, unsigned allowed, const char *command, tool_options *out)
{
	size_t length;
	tell_terminal();
	out->text = sb_input_read(arena, diag, &length);
	if (!out->text)
		return false;
	if (allowed & TOOL_FORMAT || out->text[strspn(out->text, " \t\r\n")])
		return true;
	sb_help(sb_report(diag, SB_ERROR, "U0970", (sb_span){0}, "the standard input is empty: there is no model in it"),
			"for example: cat MODEL.mo | saltus %s -", command);
	return false;
}

static bool find_input(sb_arena *arena, sb_diag *diag, unsigned allowed, const char *command, tool_options *out)
{
	uint32_t n = out->file && is_input(out->file, allowed);
	for (uint32_t i = 0; i < out->files.n; i++)
		n += is_input(out->files.at[i], allowed);
	if (n > 1) {
		sb_help(sb_report(diag, SB_ERROR, "U0971", (sb_span){0},
						  "the standard input can be read once: - is named %u times", n),
				"write one of them to a file");
		return false;
	}
	return !n || read_input(arena, diag, allowed, command, out);
}

bool tool_close_operands(sb_arena *arena, sb_diag *diag, unsigned allowed, const char *command, tool_options *out)
{
	if (allowed & words)
		return true;
	if (out->file && (!*out->file || *out->file == ':'))
		out->file = NULL;            /* the value of a variable that is empty */
	if (!out->file && !out->files.n) {
		sb_message *m = sb_report(diag, SB_ERROR, "U0005", (sb_span){0}, "which %s? no file was named",
								  allowed & several ? "file" : "model");
		sb_help(m, "for example: saltus %s %s", command,
				allowed & TOOL_RESULTS   ? "ball.csv --vars h"
				: allowed & TOOL_COMPARE ? "reference.csv new.csv"
										 : "examples/bouncing_ball.mo");
		if (is_pipe())
			sb_note(m, "the standard input is a pipe: - stands for it, as in saltus %s -", command);
		return false;
	}
	if (!find_input(arena, diag, allowed, command, out))
		return false;
	if (out->file)
		tool_name_model(arena, out, out->file, &out->file, &out->class_name, &out->text);
	return true;
}

void tool_name_model(sb_arena *arena, const tool_options *o, const char *word, const char **file,
					 const char **class_name, const char **text)
{
	bool input = is_input(word, 0);
	st_split(arena, word, file, class_name);
	*text = input ? o->text : NULL;
	if (input)
		*file = SB_STDIN;
}

static fi_options fmu_options(const tool_options *o)
{
	enum { LOG_CALLS = 32 };         /* behind those of the engine */
	return (fi_options){.kind = o->fmu.cosimulation ? FI_COSIMULATION : o->fmu.exchange ? FI_EXCHANGE : FI_ANY,
		.in_process = o->fmu.in_process, .log = o->run.log & LOG_CALLS, .interpolate = o->fmu.interpolate,
		.limit = isnan(o->fmu.limit) ? 0 : o->fmu.limit, .step = isnan(o->fmu.step) ? 0 : o->fmu.step};
}

st_options tool_load_options(const tool_options *o, st_depth depth, st_external external)
{
	return (st_options){.given = o->given.at, .given_count = o->given.n, .depth = depth, .external = external,
						.text = o->text, .code = {.optimise = 1}, .fmu = fmu_options(o), .fmus = o->fmus.at,
						.fmu_count = o->fmus.n, .taken = o->leaving.component};
}

st_model *tool_load(const tool_options *o, st_depth depth)
{
	st_options options = tool_load_options(o, depth, o->allow_external ? ST_ANY_C : ST_OWN_C);
	st_model *m = st_load(o->file, o->class_name, &options);
	bool reached = depth == ST_FLAT ? m->flat != NULL : depth == ST_PLAN ? m->plan != NULL : m->program != NULL;
	if (reached && !sb_errors(m->diag))
		return m;
	tool_print_messages(m->diag, false);
	st_free(m);
	return NULL;
}
