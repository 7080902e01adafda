/* The public interface to optimisation. */
#include "study/optimise/optimise.h"
#include "study/public/public.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Texts of the request are copied. */
struct saltus_optimum {
	sb_arena *arena;
	st_optimise *o;
	bool prepared;
	saltus_progress *progress; void *context; saltus_so_far *so_far;
	sb_text text, messages, json;
	char broken[ST_BROKEN];          /* it can only be freed, and this is why; "": it can be used */
};
static saltus_optimum nothing = {.broken = "error: out of memory\n"};

static bool progress(void *context, const st_optimise_progress *p)
{
	const saltus_optimum *o = context;
	if (o->so_far)
		*o->so_far = (saltus_so_far){p->runs, p->best};
	return o->progress(o->context);
}

static const char *copy(sb_arena *arena, const char *text)
{
	return text ? sb_strdup(arena, text) : NULL;
}

static st_optimise_request request_of(sb_arena *arena, const saltus_aim *a)
{
	return (st_optimise_request){.path = st_public_path(arena, &a->model),
		.class_name = st_public_text(arena, a->model.class_name), .options = st_public_options(arena, &a->model),
		.cost = copy(arena, a->cost ? a->cost : ""), .maximise = a->maximise,
		.vary = st_public_texts(arena, a->vary, a->vary_count), .vary_count = (uint32_t)a->vary_count,
		.subject = st_public_texts(arena, a->subject, a->subject_count), .subject_count = (uint32_t)a->subject_count,
		.method = copy(arena, a->method), .starts = a->starts, .threads = a->threads, .evaluations = a->evaluations,
		.xtol = a->xtol, .ftol = a->ftol, .seed = a->seed, .keep_tolerance = a->tolerance > 0};
}

/* False after a report. */
static bool choose_settings(saltus_optimum *o, const saltus_aim *a)
{
	se_settings *s = &o->o->settings;
	if (a->start != 0 || a->stop != 0) {
		s->start = isnan(a->start) ? s->start : a->start;
		s->stop = isnan(a->stop) ? s->stop : a->stop;
	}
	if (a->tolerance > 0)
		s->tolerance = a->tolerance;
	s->seed = a->seed;
	if (!a->solver)
		return true;
	if (!sv_find(a->solver)) {
		uint32_t count;
		const char *const *names = sv_names(&count), *near = sb_nearest(a->solver, names, count);
		sb_help(sb_report(o->o->diag, SB_ERROR, "R0404", (sb_span){0}, "there is no solver '%s'", a->solver),
				"did you mean '%s'?", near ? near : sv_default()->name);
		return false;
	}
	s->solver = copy(o->arena, a->solver);
	return true;
}

static void search(saltus_optimum *o, const char *journal)
{
	st_journal_found found = {.state = ST_JOURNAL_NONE};
	if (journal)
		found = st_optimise_journal_read(o->o, journal);
	if (journal && (!st_public_journal_fits(journal, &found, o->o->diag) ||
					!st_optimise_journal_open(o->o, journal, found.end)))
		return;
	st_optimise_run(o->o);
	if (!journal)
		return;
	int trouble = o->o->broken ? st_optimise_trouble(o->o) : 0;
	bool whole = !o->o->broken && !o->o->stopped;
	st_optimise_journal_close(o->o, whole);
	st_public_journal_end(journal, whole, trouble, o->o->diag);
}

static void do_optimise(saltus_optimum *o, const saltus_aim *a)
{
	o->arena = sb_arena_new();
	st_optimise_request q = request_of(o->arena, a);
	sb_diag *diag = sb_diag_new();
	st_public_add_samples(o->arena, &a->model, diag, &q.options);
	o->progress = a->progress;
	o->context = a->context;
	o->so_far = a->so_far;
	o->o = st_optimise_new(&q);
	sb_pass_on(o->o->diag, diag);
	sb_diag_free(diag);
	if (!a->vary_count)
		sb_help(sb_report(o->o->diag, SB_ERROR, "U0922", (sb_span){0}, "nothing is varied"),
				"for example \"k in [0, 5]\"");
	o->prepared = !sb_errors(o->o->diag) && choose_settings(o, a) && st_optimise_prepare(o->o);
	if (o->prepared) {
		o->o->progress = a->progress ? progress : NULL;
		o->o->context = o;
		search(o, a->journal);
	}
	sb_render(o->o->diag, 0, false, &o->messages);
	sb_add(&o->messages, "");
}

static void break_down(saltus_optimum *o, const sb_door *door)
{
	snprintf(o->broken, sizeof o->broken, "error: %s\n", door->why);
}

saltus_optimum *saltus_optimise(const saltus_aim *aim)
{
	saltus_optimum *volatile o = aim ? calloc(1, sizeof *o) : NULL;
	sb_door door;
	if (!o)
		return &nothing;
	if (SB_ENTER(&door))
		do_optimise(o, aim);
	else
		break_down(o, &door);
	sb_leave(&door);
	return o;
}

void saltus_free_optimum(saltus_optimum *o)
{
	sb_door door;
	if (!o || o == &nothing)
		return;
	if (SB_ENTER(&door) && !o->broken[0]) {      /* else it may be half made */
		st_optimise_free(o->o);
		sb_text_free(&o->text);
		sb_text_free(&o->messages);
		sb_text_free(&o->json);
		sb_arena_free(o->arena);
	}
	sb_leave(&door);
	free(o);
}

bool saltus_optimum_found(const saltus_optimum *o)
{
	return o && !o->broken[0] && o->o->best;
}

double saltus_optimum_cost(const saltus_optimum *o)
{
	return saltus_optimum_found(o) ? o->o->best->cost : NAN;
}

size_t saltus_optimum_count(const saltus_optimum *o)
{
	return saltus_optimum_found(o) ? o->o->count : 0;
}

const char *saltus_optimum_name(const saltus_optimum *o, size_t i)
{
	return i < saltus_optimum_count(o) ? o->o->vary[i].name : "";
}

double saltus_optimum_value(const saltus_optimum *o, const char *name)
{
	for (uint32_t i = 0; saltus_optimum_found(o) && name && i < o->o->count; i++)
		if (strcmp(o->o->vary[i].name, name) == 0)
			return st_vary_value(&o->o->vary[i], o->o->best->at[i]);
	return NAN;
}

double saltus_optimum_margin(const saltus_optimum *o, size_t constraint)
{
	return saltus_optimum_found(o) && constraint < o->o->constraints ? o->o->best->margin[constraint] : NAN;
}

size_t saltus_optimum_runs(const saltus_optimum *o)
{
	return o && !o->broken[0] ? o->o->trials.n : 0;
}

const char *saltus_optimum_text(saltus_optimum *o)
{
	sb_door door;
	if (!o || o->broken[0] || !o->prepared)
		return "";
	if (SB_ENTER(&door) && !o->text.n)
		st_optimise_text(o->o, &o->text);
	sb_leave(&door);
	return o->text.at ? o->text.at : "";
}

const char *saltus_optimum_messages(const saltus_optimum *o)
{
	return !o ? "" : o->broken[0] ? o->broken : o->messages.at;
}

const char *saltus_optimum_messages_json(saltus_optimum *o)
{
	if (!o || o == &nothing)
		return "[{\"severity\":\"error\",\"code\":\"\",\"text\":\"out of memory\"}]";
	return st_public_json(&o->json, o->broken[0] ? NULL : o->o->diag, 0, o->broken);
}

static bool write(saltus_optimum *o, const char *path)
{
	uint32_t before = sb_messages(o->o->diag);
	bool table = sb_ends_with(path, ".csv");
	bool good = table ? st_optimise_write(o->o, path) : st_optimise_draw(o->o, path, NULL, 0, 0, false);
	o->messages.n = 0;
	sb_render(o->o->diag, before, false, &o->messages);
	sb_add(&o->messages, "");
	return good;
}

bool saltus_optimum_write(saltus_optimum *o, const char *path)
{
	volatile bool good = false;
	sb_door door;
	if (!o || o->broken[0] || !o->prepared || !path || !*path)
		return false;
	if (SB_ENTER(&door))
		good = write(o, path);
	else
		break_down(o, &door);
	sb_leave(&door);
	return good;
}
