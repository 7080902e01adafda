/* Values beyond the limits that the model gives them (min and max, Modelica 3.6, 4.8.1). The model may still be
 * what the user wants, so the run goes on and says it: of parameters when it begins, of variables when it has
 * ended, once each, with the time at which it was first so. Who looks at variables, and when, is in guard.c. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/look.h"
#include <math.h>
#include <stdlib.h>

enum { MOST_TOLD = 10 };

typedef struct limits { double low, high; } limits;

/* Those of one element; where they differ from element to element they are expressions over the variable's
 * iterators. */
static limits limits_of(const se_run *run, const si_variable *v, uint32_t scalar)
{
	return (limits){se_element_value(run, v->min, v, scalar - v->first, -INFINITY),
					se_element_value(run, v->max, v, scalar - v->first, INFINITY)};
}

bool se_has_limits(const si_variable *v)
{
	return (v->min || v->max) && v->type != SI_TYPE_STRING && !v->hidden;
}

void se_look_at_parameters(se_run *run)
{
	for (uint32_t i = 0; i < run->image->variables.n; i++) {
		const si_variable *v = &run->image->variables.at[i];
		if (v->variability < SI_PARAMETER || !se_has_limits(v))
			continue;
		for (uint32_t s = v->first; s < v->first + v->count; s++) {
			double value = sc_scalar_value(run->d, s);
			limits l = limits_of(run, v, s);
			if (!(value < l.low || value > l.high))
				continue;
			sb_text name = {0};
			si_scalar_name(run->image, s, &name);
			sb_message *m =
				sb_report(run->diag, SB_WARNING, "R0108", v->span, "'%s' is %.9g, %s %.9g", name.at, value,
						  value < l.low ? "below its min" : "above its max", value < l.low ? l.low : l.high);
			sb_help(m, "give another value, or change the limit if it is wrong");
			sb_text_free(&name);
		}
	}
}

/* An attribute only helps, or asks for a message: the run goes on without it. */
static bool tell_attribute(se_run *run, const si_variable *v, si_formula e, const char *which, const char *instead)
{
	bool may = run->image->formulas.at[e].odd && !v->over.n;
	const char *what = may ? sc_undefined_in(run->d, run->once, e) : NULL;
	if (!what)
		return false;
	sb_message *m =
		sb_report(run->diag, SB_WARNING, "R0265", v->span, "the %s of '%s' has no value: %s", which,
				  si_word(run->image, v->name), what);
	sb_note(m, "%s", instead);
	sb_help(m, "check the parameters in it, or remove it");
	return true;
}

void se_look_at_attributes(se_run *run)
{
	const si_image *image = run->image;
	int told = 0;
	for (uint32_t i = 0; i < run->image->variables.n && told < MOST_TOLD; i++) {
		const si_variable *v = &run->image->variables.at[i];
		if (v->hidden || v->type == SI_TYPE_STRING)
			continue;
		told += tell_attribute(run, v, v->min, "min", "the run goes on without this limit");
		told += tell_attribute(run, v, v->max, "max", "the run goes on without this limit");
		told +=
			tell_attribute(run, v, v->nominal, "nominal value",
						   "the run goes on with the value that could be computed");
	}
	for (uint32_t i = 0; i < image->guesses.n && told < MOST_TOLD; i++) {
		const si_variable *v = si_owner(run->image, image->guesses.at[i]);
		told += tell_attribute(run, v, image->guess_starts.at[i], "start value",
							   "an iteration begins with the value that could be computed");
	}
}

/* ------------------------------------------------------------------------------------------------ variables */

static const double FURTHER = 4;

se_story *se_story_of(se_run *run, uint32_t scalar)
{
	uint64_t known;
	const si_variable *v = si_owner(run->image, scalar);
	if (sb_map_get(&run->looked->story_of, scalar, &known))
		return run->looked->stories.at[known];
	const se_story *last = run->looked->stories.n ? run->looked->stories.at[run->looked->stories.n - 1] : NULL;
	bool same =
		last && !v->over.n && last->scalar >= v->first && last->scalar < v->first + v->count; /* of all elements */
	limits l = same ? (limits){last->low, last->high} : limits_of(run, v, scalar);
	se_story *s = sb_new(run->once, se_story);
	*s = (se_story){.scalar = scalar, .low = l.low, .high = l.high};
	sb_map_put(&run->looked->story_of, scalar, run->looked->stories.n);
	sb_push(run->once, run->looked->stories, s);
	return s;
}

/* What the solver may be wrong by does not count. */
static double slack(const se_run *run, double largest)
{
	return 10 * run->settings.tolerance * largest;
}

bool se_is_beyond(const se_run *run, const se_story *s, double v)
{
	double depth = fmax(s->low - v, v - s->high);
	return depth > 0 && depth > slack(run, fmax(s->largest, fabs(v))) &&
		   (!s->times.n || depth > FURTHER * s->times.at[s->times.n - 1].depth);
}

void se_note_beyond(se_run *run, se_story *s, double time, bool low, double depth)
{
	sb_push(run->once, s->times, ((se_passing){time, depth, low}));
}

static const se_passing *too_far(const se_run *run, const se_story *s)
{
	for (uint32_t i = 0; i < s->times.n; i++)
		if (s->times.at[i].depth > slack(run, s->largest))
			return &s->times.at[i];
	return NULL;
}

static void tell(se_run *run, const se_story *s, const se_passing *b)
{
	const si_variable *v = si_owner(run->image, s->scalar);
	sb_text name = {0};
	si_scalar_name(run->image, s->scalar, &name);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0112", v->span, "'%s' is %s %.9g at time %.9g", name.at,
	                          b->low ? "below its min" : "above its max", b->low ? s->low : s->high, b->time);
	if (s->far_depth > 0)
		sb_note(m,
				"it is furthest beyond its limits with %.6g at time %.9g, looked at after each step",
				s->far, s->far_time);
	sb_help(m, "look for what drives it there, or change the limit if it is wrong");
	sb_text_free(&name);
}

static int by_scalar(const void *a, const void *b)
{
	const se_story *const *x = a, *const *y = b;
	return ((*x)->scalar > (*y)->scalar) - ((*x)->scalar < (*y)->scalar);
}

/* Is it equal to one that was told, with the same limits? `told_of`: by place the last one of `order` that was told,
 * and one; `earlier`: the same for the one before it. */
static bool was_told(const se_run *run, const se_story *const *order, uint32_t i, sb_map *told_of, uint64_t *earlier)
{
	si_place place = si_place_of(run->image, order[i]->scalar);
	uint64_t root = si_root_of_scalar(run->image, order[i]->scalar), last = 0;
	sb_map_get(told_of, root, &last);
	for (uint64_t k = last; k; k = earlier[k - 1]) {
		const se_story *a = order[i], *b = order[k - 1];
		bool turned = si_place_of(run->image, b->scalar).negated != place.negated;
		if (a->low == (turned ? -b->high : b->low) && a->high == (turned ? -b->low : b->high))
			return true;
	}
	earlier[i] = last;
	sb_map_put(told_of, root, i + 1);
	return false;
}

void se_report_limits(se_run *run)
{
	uint32_t told = 0, more = 0, n = 0;
	sb_map told_of = sb_map_new(run->once);
	const se_story **order = sb_new_array(run->once, const se_story *, run->looked->stories.n + 1);
	for (uint32_t i = 0; i < run->looked->stories.n; i++)
		if (run->looked->stories.at[i]->times.n)
			order[n++] = run->looked->stories.at[i];
	uint64_t *earlier = sb_new_array(run->once, uint64_t, n + 1);
	if (n)
		qsort(order, n, sizeof *order, by_scalar);
	for (uint32_t i = 0; i < n; i++) {
		const se_passing *b = too_far(run, order[i]);
		if (!b || was_told(run, order, i, &told_of, earlier))
			continue;
		if (told < MOST_TOLD)
			tell(run, order[i], b);
		++*(told < MOST_TOLD ? &told : &more);
	}
	if (more)
		sb_help(sb_report(run->diag, SB_WARNING, "R0112", (sb_span){0}, "%u more variable%s beyond min or max", more,
						  more > 1 ? "s are" : " is"),
				"look first at the variables that are named above");
}

static void archive_stories(se_run *run, sb_archive *a)
{
	sb_archive_tag(a, "limits");
	uint32_t n = sb_archive_count(a, run->looked->stories.n, 1);
	for (uint32_t i = 0; i < n && !a->bad; i++) {
		uint32_t scalar = a->reads ? 0 : run->looked->stories.at[i]->scalar;
		sb_archive_one(a, scalar);
		if (scalar >= run->image->scalars) {
			a->bad = true;
			return;
		}
		se_story *s = se_story_of(run, scalar);
		double *const numbers[] = {&s->largest, &s->far, &s->far_time, &s->far_depth};
		for (int k = 0; k < 4; k++)
			sb_archive_one(a, *numbers[k]);
		sb_archive_vec(a, run->once, s->times);
	}
}

void se_looked_archive(se_run *run, sb_archive *a)
{
	se_looked *l = run->looked;
	archive_stories(run, a);
	sb_archive_one(a, l->beyond);
	sb_archive_one(a, l->weak_told);
	sb_archive_one(a, l->pace);
	uint32_t n = sb_archive_count(a, l->sizes_seen.at ? l->sizes_seen.n : 0, sizeof(double));
	if (a->reads && n)
		l->sizes_seen.at = sb_new_array(run->once, double, (l->sizes_seen.n = n) + 1);
	sb_archive_bytes(a, l->sizes_seen.at, n * sizeof(double));
	se_crawl_archive(run, a);
}

void se_look_frame_archive(se_run *run, sb_archive *a)
{
	sb_archive_one(a, run->sizing->open);
	sb_archive_one(a, run->sizing->blank);
	sb_archive_one(a, run->sizing->tries);
	sb_archive_one(a, run->sizing->guessed_at);
	run->claims->noted = false;
	se_guards_archive(run, a);
	se_follow_archive(run, a);
	se_choice_archive(run, a);
}
