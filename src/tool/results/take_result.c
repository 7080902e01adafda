/* A file of results, or a model that is run for it. */
#include "tool/results/results.h"
#include "tool/guard/tool_guard.h"
#include <math.h>
#include <string.h>

static const char *base_name(sb_arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strchr(name, '.');
	return dot && dot > name ? sb_strndup(arena, name, (size_t)(dot - name)) : name;
}

/* LABEL=FILE, unless there is a file of that very name. */
static const char *split_label(sb_arena *arena, const char *word, const char **label)
{
	const char *equals = strrchr(word, '=');      /* the last one: "k = 3=a.csv" */
	if (!equals || equals == word || !equals[1] || sb_file_exists(word)) {
		*label = base_name(arena, word);
		return word;
	}
	*label = sb_strndup(arena, word, (size_t)(equals - word));
	return equals + 1;
}

static void say_nothing(void *context, const st_outcome *one)
{
	(void)context;
	(void)one;
}

static void run_model(sb_arena *arena, const tool_options *o, const char *word, tool_result *out)
{
	const char *file, *class_name;
	st_options options = tool_load_options(o, ST_CODE, o->no_external ? ST_OWN_C : ST_ANY_C);
	tool_name_model(arena, o, word, &file, &class_name, &options.text);
	out->model = st_load(file, class_name, &options);
	if (out->model->program && !sb_errors(out->model->diag)) {
		se_settings base = se_defaults(sc_image(out->model->program));
		st_wishes wishes = {.start = NAN, .stop = NAN, .interval = NAN, .tolerance = NAN, .base = base};
		tool_guard_phase(TOOL_SIMULATING);
		out->run = st_experiments_run(out->model, class_name, &wishes, say_nothing, NULL);
		tool_guard_phase(TOOL_FINISHING);
	}
	const st_outcome *last = out->run ? st_last(out->run) : NULL;
	if (last && se_ended_well(last->status) && !sb_errors(out->model->diag))
		out->record = se_record(last->run);
	tool_print_messages(out->model->diag, o->quiet);
}

tool_result tool_take_result(sb_arena *arena, const tool_options *o, const char *word)
{
	tool_result out = {0};
	const char *path = split_label(arena, word, &out.label);
	if (!sr_is_result_name(path)) {
		run_model(arena, o, path, &out);
		return out;
	}
	sb_diag *diag = sb_diag_new();
	out.record = out.read = sr_read(path, NULL, diag);
	tool_print_messages(diag, o->quiet);
	sb_diag_free(diag);
	return out;
}

void tool_result_free(tool_result *r)
{
	sr_record_free(r->read);
	st_experiments_free(r->run);
	if (r->model)
		st_free(r->model);
}
