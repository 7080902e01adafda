/* All searches of an optimisation, one after another or at the same time (optimise.h has the list). */
#include "study/optimise/optimise_inside.h"
#include "base/stop.h"
#include "study/sweep/sweep.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct job {
	st_optimise *o;
	double *start;                   /* 0 .. 1 */
	double *begin; uint32_t begins;  /* where searches begin, one after another */
	uint32_t first;                  /* the number of the first of them */
	uint64_t budget;                 /* of all searches, and what is left of it */
	uint64_t aside;                  /* for the look */
} job;

/* All runs count. Those of the look around the optimum are put aside, as far as there are enough for the searches. */
static void choose_budget(job *j)
{
	const st_optimise *o = j->o;
	const st_method *m = o->request.method ? st_method_called(o->request.method) : NULL;
	uint64_t each = (m && m->everywhere ? 1000u : 400u) * ((uint64_t)o->count + 1), n = o->request.evaluations;
	uint64_t look = st_look_runs(o);
	j->aside = n && look > n / 4 ? n / 4 : look;
	j->budget = n ? n - j->aside : each * o->request.starts + 100;
	o->inside->most = j->budget + j->aside;
}

static const st_trial *best_of(const st_search *s)
{
	const st_trial *best = NULL;
	for (uint32_t i = 0; i < s->trials.n; i++)
		if (st_is_better(s->o, s->trials.at[i], best))
			best = s->trials.at[i];
	return best;
}

/* Puts a search that has ended to the others. */
static void collect(job *j, st_search *s)
{
	st_optimise *o = j->o;
	const st_trial *best = best_of(s);
	bool good = best && st_trial_is_feasible(o, best);
	for (uint32_t i = 0; i < s->trials.n; i++) {
		const st_trial *t = s->trials.at[i];
		sb_push(o->arena, o->trials, t);
		if (t->state == ST_TRIAL_FAILED && !o->failed++)
			o->first_failed = t;
	}
	if (good && st_is_better(o, best, o->best))
		o->best = best;
	if (!good && st_is_better(o, best, o->least))
		o->least = best;
	sb_push(o->arena, o->searches, ((st_search_result){.method = s->method ? s->method->name : "", .runs = s->trials.n,
		.begin = s->trials.n ? s->trials.at[0] : NULL, .best = good ? best : NULL, .end = s->end}));
	uint64_t runs = (uint64_t)s->trials.n + s->followed;
	o->followed += s->followed;
	o->differed += s->differed;
	j->budget -= runs < j->budget ? runs : j->budget;
}

/* ------------------------------------------------------------------------------------------------- the start */

/* The sizes of cost and constraints at the first point that has any. */
static void choose_sizes(st_optimise *o, const st_trial *t)
{
	st_optimising *x = o->inside;
	double size = fabs(t->cost);
	x->cost_size = size > 1e-300 ? size : 1;
	for (uint32_t i = 0; i < o->constraints; i++)
		x->size[i] = isfinite(t->size[i]) && t->size[i] > 0 ? t->size[i] : 1;
}

static void sobol_points(const job *j, double *at, uint32_t count)
{
	sb_arena *arena = sb_arena_new();
	uint32_t n = j->o->count;
	st_sobol *sobol = st_sobol_new(arena, n < ST_SOBOL_MOST ? n : ST_SOBOL_MOST);
	for (uint32_t k = 0; k < count; k++)
		for (uint32_t i = 0; i < n; i++)         /* dimensions beyond the last begin anew, elsewhere in the sequence */
			at[(size_t)k * n + i] = st_sobol_at(sobol, i % ST_SOBOL_MOST, k + 4096 * (i / ST_SOBOL_MOST),
												j->o->request.seed, false);
	sb_arena_free(arena);
}

/* Where the start fails, a search begins at a point that does not. False after a report. */
static bool find_another_start(job *j, st_search *s)
{
	enum { POINTS = 64 };
	st_optimise *o = j->o;
	double *at = sb_resize(NULL, POINTS * (size_t)o->count * sizeof *at);
	const st_trial *t[POINTS] = {0}, *found = NULL;
	int tried = 0;
	sobol_points(j, at, POINTS);
	st_try_all(s, at, POINTS, t);
	for (uint32_t i = 0; i < POINTS && !found; i++) {
		tried += t[i] != NULL;
		if (t[i] && t[i]->state == ST_TRIAL_DONE)
			found = t[i];
	}
	free(at);
	if (!found && st_optimise_ended(o))
		return false;
	sb_message *m = sb_report(o->diag, found ? SB_WARNING : SB_ERROR, found ? "U0913" : "U0914", (sb_span){0}, found
		? "the run at the start has no cost: the search begins at another point"
		: "no run has a cost, neither at the start nor at %d points between the bounds", tried);
	sb_note(m, "at the start: %s", o->start->message);
	sb_help(m, "%s", found ? "'NAME in [LOW, HIGH] = START' sets the start"
						   : "try the model with saltus run, and choose bounds within which it works");
	if (found)
		memcpy(j->start, found->at, o->count * sizeof *j->start);
	if (found)
		choose_sizes(o, found);
	return found != NULL;
}

static uint32_t count_good(const st_trial *const *t, uint32_t count)
{
	uint32_t good = 0;
	for (uint32_t i = 0; i < count; i++)
		good += t[i] && t[i]->state == ST_TRIAL_DONE;
	return good;
}

/* Further starts: the best of some points of a Sobol sequence; of more points where runs fail at most of them. */
static void choose_begins(job *j, st_search *s)
{
	st_optimise *o = j->o;
	uint32_t n = o->count, wanted = o->request.starts, chunk = 4 * (wanted - 1), count = 0, most = 8 * chunk;
	j->begin = sb_new_array(o->arena, double, (size_t)n * wanted);
	memcpy(j->begin, j->start, n * sizeof *j->begin);
	j->begins = o->begins = 1;
	if (!chunk)
		return;
	double *at = sb_resize(NULL, ((size_t)most * n + 1) * sizeof *at);
	const st_trial **t = sb_resize(NULL, (most + 1) * sizeof *t);
	sobol_points(j, at, most);
	for (bool all = true; all && count < most && count_good(t, count) < wanted - 1; count += chunk)
		all = st_try_all(s, at + (size_t)count * n, chunk, t + count);
	while (j->begins < wanted) {
		uint32_t best = count;
		for (uint32_t i = 0; i < count; i++)
			if (t[i] && st_is_better(o, t[i], best < count ? t[best] : NULL))
				best = i;
		if (best == count)
			break;
		memcpy(j->begin + (size_t)n * j->begins++, t[best]->at, n * sizeof *at);
		t[best] = NULL;
	}
	o->begins = j->begins;
	free(at);
	free(t);
}

/* Search 0. False: nothing can be searched. */
static bool begin(job *j)
{
	st_optimise *o = j->o;
	const char *wanted = o->request.method;
	const st_method *m = wanted ? st_method_called(wanted) : NULL;
	bool choose = !m;
	st_search *s = st_search_new(o, j->budget);
	s->tight = choose || m->slopes;
	o->start = st_try(s, j->start);
	bool good = o->start != NULL;
	if (good && o->start->state == ST_TRIAL_DONE)
		choose_sizes(o, o->start);
	else
		good = good && find_another_start(j, s);
	bool seen = good && s->tight && st_choose_steps(s, j->start);
	if (good) {
		st_choose_method(o, seen && !o->inside->rough);
		s->tight = o->inside->method->slopes;
		choose_begins(j, s);
	}
	collect(j, s);
	return good;
}

/* ------------------------------------------------------------------------------------------------- searches */

static bool search(void *context, uint32_t worker, uint64_t number)
{
	const job *j = context;
	st_search *s = j->o->inside->searches.at[j->first + number];
	s->worker = st_many_member(j->o->many, worker);
	st_search_run(s);
	return true;
}

static st_search *new_search(job *j, const st_method *method, const double *from, double step, uint64_t budget)
{
	st_search *s = st_search_new(j->o, budget);
	s->method = method;
	s->tight = method->slopes || j->o->inside->method->slopes;
	s->begin = from;
	s->step = step;
	return s;
}

/* All at the same time. A part of the budget is left for the verification. */
static void search_all(job *j)
{
	st_optimise *o = j->o;
	j->first = o->inside->searches.n;
	uint64_t budget = (uint64_t)(0.8 * (double)j->budget) / j->begins;
	for (uint32_t i = 0; i < j->begins; i++) {
		st_search *s = new_search(j, o->inside->method, j->begin + (size_t)o->count * i, 0.1, budget);
		s->alone = j->begins == 1;
	}
	if (j->begins == 1)
		search(j, 0, 0);
	else
		st_team_work(&(st_team){.count = j->begins, .threads = o->request.threads, .work = search, .context = j});
	for (uint32_t i = 0; i < j->begins; i++)
		collect(j, o->inside->searches.at[j->first + i]);
}

static void search_once(job *j, const st_method *method, const double *from, double step, bool violation)
{
	if (st_optimise_ended(j->o) || !j->budget)
		return;
	st_search *s = new_search(j, method, from, step, j->budget);
	s->violation = violation;
	st_search_run(s);
	collect(j, s);
}

static double distance_between(const st_optimise *o, const st_trial *a, const st_trial *b)
{
	double sum = 0;
	for (uint32_t k = 0; k < o->count; k++)
		sum += (a->at[k] - b->at[k]) * (a->at[k] - b->at[k]);
	return sum;
}

/* An equation of which two points are on different sides holds between them: for the nearest two. */
static void halve_between(st_search *s, const st_trial *const *t, uint32_t count, uint32_t equation)
{
	const st_optimise *o = s->o;
	const st_trial *a = NULL, *b = NULL;
	double *at = sb_new_array(s->arena, double, o->count + 1);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < count; k++) {
			bool both = t[i] && t[k] && t[i]->state == ST_TRIAL_DONE && t[k]->state == ST_TRIAL_DONE;
			if (both && t[i]->off[equation] < 0 && t[k]->off[equation] > 0 &&
				(!a || distance_between(o, t[i], t[k]) < distance_between(o, a, b))) {
				a = t[i];
				b = t[k];
			}
		}
	for (int i = 0; i < 60 && a; i++) {
		for (uint32_t k = 0; k < o->count; k++)
			at[k] = 0.5 * (a->at[k] + b->at[k]);
		const st_trial *middle = st_try(s, at);
		if (!middle || middle->state != ST_TRIAL_DONE || st_trial_is_feasible(o, middle))
			return;
		*(middle->off[equation] < 0 ? &a : &b) = middle;
	}
}

/* From where the constraints are violated least, and then from further points: a local search ends where the violation
 * has a minimum, as a ball that is to be at a height does between two bounces. */
static void find_feasible(job *j)
{
	enum { POINTS = 16, POINTS_MOST = 256, BEGINS = 6 };
	st_optimise *o = j->o;
	const st_method *near = st_method_called(o->count > 1 ? "bobyqa" : "cobyla");
	uint32_t n = o->count, count = POINTS * (n + 1) < POINTS_MOST ? POINTS * (n + 1) : POINTS_MOST;
	if (o->least)
		search_once(j, near, o->least->at, 0.1, true);
	if (o->best || st_optimise_ended(o) || j->budget < 2 * count)
		return;
	double *at = sb_new_array(o->arena, double, (size_t)count * n);
	const st_trial **t = sb_new_array(o->arena, const st_trial *, count);
	st_search *s = st_search_new(o, j->budget);
	s->tight = o->inside->method->slopes;
	sobol_points(j, at, count);
	st_try_all(s, at, count, t);
	for (uint32_t i = 0; i < o->constraints; i++)
		if (st_measure_is_equation(o->measures, i + 1))
			halve_between(s, t, count, i);
	collect(j, s);
	for (int i = 0; i < BEGINS && !o->best; i++) {
		uint32_t best = 0;
		for (uint32_t k = 1; k < count; k++)
			if (t[k] && st_is_better(o, t[k], t[best]))
				best = k;
		if (t[best])
			search_once(j, near, t[best]->at, 0.5 / POINTS, true);
		t[best] = NULL;
	}
}

/* Near the best point, without slopes, until this finds nothing better: slopes may have misled, methods that look
 * everywhere do not look closely, and the linear models of cobyla may end too early. Where nothing feasible was
 * found, a search for the least violation comes before. */
static void verify(job *j)
{
	enum { ROUNDS = 6 };
	st_optimise *o = j->o;
	const st_method *near = st_free_method(o), *m = o->inside->method;
	double step = m->slopes || m->everywhere ? 0.01 : m->constraints ? 0.03 : 0;
	if (!o->best && o->constraints) {
		find_feasible(j);
		step = 0.1;
		if (o->best && m->slopes)
			search_once(j, m, o->best->at, step, false);
	}
	for (int i = 0; i < ROUNDS && o->best && step > 0; i++) {
		double before = st_scaled_cost(o, o->best);
		search_once(j, near, o->best->at, step, false);
		if (before - st_scaled_cost(o, o->best) < 1e-5 * fabs(before))
			break;
		step = 0.03;
	}
}

static void look(job *j)
{
	st_optimise *o = j->o;
	if (!o->best || st_optimise_ended(o))
		return;
	st_search *s = st_search_new(o, j->budget + j->aside);
	s->tight = o->best->tight;
	st_look_around(s);
	collect(j, s);
}

bool st_optimise_run(st_optimise *o)
{
	job j = {.o = o, .start = sb_new_array(o->arena, double, o->count + 1)};
	choose_budget(&j);
	for (uint32_t i = 0; i < o->count; i++)
		j.start[i] = st_vary_part(&o->vary[i], o->vary[i].start);
	if (begin(&j) && !st_optimise_ended(o)) {
		search_all(&j);
		verify(&j);
		look(&j);
	}
	o->stopped = o->inside->ended || sb_stopped() != SB_GO_ON;
	if (!sb_errors(o->diag))
		st_tell_outcome(o);
	return o->best && !sb_errors(o->diag);
}
