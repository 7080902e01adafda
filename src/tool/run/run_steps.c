/* A model that asks for several values of parameters: each combination is a job of its own, with all that the model
 * asks for. Files get a number, F.1.csv; a raw file has the plots of all. */
#include "tool/run/tool_run.h"

#include <string.h>

enum { MOST_STEPS = 10000 };

static const sm_analyses *asked_of(const tool_job *j)
{
	return j->model->flat ? j->model->flat->analyses : NULL;
}

bool tool_has_steps(const tool_job *j)
{
	return asked_of(j) && asked_of(j)->steps.n;
}

static const char *numbered(sb_arena *arena, const char *path, uint32_t number)
{
	const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
	bool ends = dot && (!slash || dot > slash);
	return sb_printf(arena, "%.*s.%u%s", (int)(ends ? (size_t)(dot - path) : strlen(path)), path, number + 1,
					 ends ? dot : "");
}

/* The options of one job: values for the parameters, and files of its own. */
static void take_options(tool_job *one, const tool_job *all, uint32_t number)
{
	const sm_analyses *asked = asked_of(all);
	sb_arena *arena = all->arena;
	tool_options *o = &one->o;
	*o = all->o;
	memset(&o->given, 0, sizeof o->given);
	memset(&o->outputs, 0, sizeof o->outputs);
	for (uint32_t i = 0; i < all->o.given.n; i++)
		sb_push(arena, o->given, all->o.given.at[i]);
	for (uint32_t i = 0, rest = number; i < asked->steps.n; i++) {
		const sm_axis *x = &asked->steps.at[i];
		double value = x->values.at[rest % x->values.n];
		char digits[32];
		rest /= x->values.n;
		sb_real_text(digits, value);
		sb_push(arena, o->given, ((st_given){.name = sb_strdup(arena, x->name), .value = sb_strdup(arena, digits)}));
		sb_push(arena, one->step, ((tool_measured){sb_strdup(arena, x->shown), value}));
	}
	for (uint32_t i = 0; i < all->o.outputs.n; i++)
		if (!sr_is_raw_name(all->o.outputs.at[i]))
			sb_push(arena, o->outputs, numbered(arena, all->o.outputs.at[i], number));
	tool_picture *pictures = sb_new_array(arena, tool_picture, all->o.pictures.n + 1);
	for (uint32_t i = 0; i < all->o.pictures.n; i++) {
		pictures[i] = all->o.pictures.at[i];
		if (pictures[i].file && *pictures[i].file)
			pictures[i].file = numbered(arena, pictures[i].file, number);
	}
	o->pictures.at = pictures;
}

static const char *name_of(const tool_job *one)
{
	sb_text text = {0};
	for (uint32_t i = 0; i < one->step.n; i++)
		sb_addf(&text, "%s%s = %.9g", i ? ", " : "", one->step.at[i].name, one->step.at[i].value);
	const char *name = sb_strdup(one->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return name;
}

static bool write_raws(tool_job *all, tool_job *jobs, uint32_t count)
{
	uint32_t n = 0, most = 1;
	bool good = true;
	for (uint32_t i = 0; i < count; i++)
		most += jobs[i].tables.n + 1;
	sr_raw_plot *plots = sb_new_array(all->arena, sr_raw_plot, most);
	for (uint32_t i = 0; i < count; i++)
		n += tool_plots(&jobs[i], name_of(&jobs[i]), plots + n);
	for (uint32_t i = 0; i < all->o.outputs.n; i++)
		if (sr_is_raw_name(all->o.outputs.at[i]))
			good = sr_write_raw(plots, n, all->o.outputs.at[i], all->model->diag) && good;
	return good;
}

/* One combination; the first tells what there is to tell about the text. */
static int carry_out(tool_job *one, const tool_job *all, uint32_t number)
{
	*one = (tool_job){.arena = all->arena, .begun = sb_clock()};
	take_options(one, all, number);
	if (!all->o.json && !all->o.quiet)
		printf("step %s:\n", name_of(one));
	else if (all->o.json && number)
		printf(",");
	st_options options = tool_load_options(&one->o, ST_CODE, one->o.no_external ? ST_OWN_C : ST_ANY_C);
	one->model = st_load(one->o.file, one->o.class_name, &options);
	if (one->model->program && !sb_errors(one->model->diag)) {
		if (number)
			sb_take_back(one->model->diag, 0, NULL);
		tool_carry_out(one);
	}
	one->total = sb_clock() - one->begun;
	return tool_finish(one);
}

int tool_run_steps(tool_job *j)
{
	const sm_analyses *asked = asked_of(j);
	double count = 1;
	for (uint32_t i = 0; i < asked->steps.n; i++)
		count *= asked->steps.at[i].values.n;
	if (!(count >= 1 && count <= MOST_STEPS)) {
		sb_report(j->model->diag, SB_ERROR, "U0697", (sb_span){0}, "%.9g combinations of stepped values are too many",
				  count);
		return tool_finish(j);
	}
	tool_job *jobs = sb_new_array(j->arena, tool_job, (size_t)count);
	int status = TOOL_DONE;
	uint32_t done = 0;
	if (j->o.json)
		printf("{\"steps\":[");
	for (; done < (uint32_t)count && status != TOOL_TIMEOUT; done++) {
		int one = carry_out(&jobs[done], j, done);
		status = one == TOOL_DONE ? status : one;
	}
	if (j->o.json)
		printf("]}\n");
	sb_take_back(j->model->diag, 0, NULL);
	if (!write_raws(j, jobs, done))
		status = TOOL_FAILED;
	tool_print_messages(j->model->diag, j->o.quiet);
	for (uint32_t i = 0; i < done; i++)
		tool_job_free(&jobs[i]);
	return status;
}
