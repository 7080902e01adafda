/* Projection: states moved onto the invariants of the plan.
 *
 * Newton's method for residual(x + dx) = 0 with, in each round, the dx that is least in units of |x| + nominal, as
 * errors are:
 *
 *     dx = -D J' (J D J')^-1 residual,     D the squares of those units
 *
 * Invariants that share no states are solved for one after another, each small group by a QR factorisation of (J
 * D^1/2)' with pivoting, which sees when one of them follows from the others and leaves it out; a large group by KLU on
 * J D J', with a small addition to its diagonal for the same purpose. States that reinit has just set are given small
 * units, so that the others give way.
 *
 * An invariant that follows from the others in its derivatives need not follow from them itself: where it contradicts
 * them no change of the states helps, and the round that moves nothing is not the end. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/project_groups.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 20 };
static const double DONE = 1e-8;         /* a round that moves less leaves an error that is the square of it */
static const double OFF = 1e-6, UNRESOLVED = 1e-15;     /* off in such a round, in units of the states; rounding */
static const double HEAVY = 1e-5;        /* the unit of a state that is to stay, against the others */
static const double LIGHT = 1e5;         /* of one without a name in the model, which follows those that have names */
static const double START_MOST = 1e-6;    /* so far may start values move without a word, against their sizes */

/* ---------------------------------------------------------------------------------------------------------- making */

static uint32_t top(uint32_t *set, uint32_t i)
{
	while (set[i] != i)
		i = set[i] = set[set[i]];
	return i;
}

static void make_rows(se_projection *p, const si_image *image, sb_arena *a)
{
	p->first = sb_new_array(a, uint32_t, p->m + 2);
	p->state = sb_new_array(a, uint32_t, image->invariant_column.at[p->n] + 1);
	p->slot = sb_new_array(a, uint32_t, image->invariant_column.at[p->n] + 1);
	uint32_t *fill = sb_new_array(a, uint32_t, p->m + 1);
	for (uint32_t k = 0; k < image->invariant_column.at[p->n]; k++)
		p->first[image->invariant_row.at[k] + 1]++;
	for (uint32_t r = 0; r < p->m; r++) {
		p->first[r + 1] += p->first[r];
		fill[r] = p->first[r];
	}
	for (uint32_t c = 0; c < p->n; c++)
		for (uint32_t k = image->invariant_column.at[c]; k < image->invariant_column.at[c + 1]; k++) {
			uint32_t at = fill[image->invariant_row.at[k]]++;
			p->state[at] = c;
			p->slot[at] = k;
		}
}

/* The pattern of J D J': rows that share a state. */
static void make_sparse(const se_projection *p, se_group *g, sb_arena *a)
{
	sb_u32s *holders = sb_new_array(a, sb_u32s, g->columns + 1);
	uint32_t *seen = sb_new_array(a, uint32_t, g->rows + 1);
	sb_vec(int) at = {0};
	for (uint32_t i = 0; i < g->rows; i++)
		for (uint32_t k = p->first[g->row[i]]; k < p->first[g->row[i] + 1]; k++)
			sb_push(a, holders[p->column_place[p->state[k]]], i);
	g->first = sb_new_array(a, int, g->rows + 1);
	for (uint32_t i = 0; i < g->rows; i++) {
		for (uint32_t k = p->first[g->row[i]]; k < p->first[g->row[i] + 1]; k++) {
			const sb_u32s *list = &holders[p->column_place[p->state[k]]];
			for (uint32_t h = 0; h < list->n; h++)
				if (seen[list->at[h]] != i + 1) {
					seen[list->at[h]] = i + 1;
					sb_push(a, at, (int)list->at[h]);
				}
		}
		g->first[i + 1] = (int)at.n;
	}
	g->at = at.at;
	g->values = sb_new_array(a, double, at.n + 1);
	klu_defaults(&g->common);
	g->symbolic = klu_analyze((int)g->rows, g->first, g->at, &g->common);
	if (g->common.status == KLU_OUT_OF_MEMORY)
		sb_out_of_memory(0);
}

static void make_group(se_projection *p, se_group *g, sb_arena *a, uint32_t *seen, uint32_t stamp)
{
	sb_u32s columns = {0};
	for (uint32_t i = 0; i < g->rows; i++)
		for (uint32_t k = p->first[g->row[i]]; k < p->first[g->row[i] + 1]; k++)
			if (seen[p->state[k]] != stamp) {
				seen[p->state[k]] = stamp;
				p->column_place[p->state[k]] = columns.n;
				sb_push(a, columns, p->state[k]);
			}
	g->columns = columns.n;
	g->column = columns.at;
	if (g->rows > SE_GROUP_DENSE) {
		make_sparse(p, g, a);
		return;
	}
	g->qr = sb_new_array(a, double, (size_t)g->columns * g->rows + 1);
	g->beta = sb_new_array(a, double, g->rows + 1);
	g->scale = sb_new_array(a, double, g->rows + 1);
	g->order = sb_new_array(a, uint32_t, g->rows + 1);
}

static void make_groups(se_projection *p, sb_arena *a)
{
	uint32_t *set = sb_new_array(a, uint32_t, p->m + 1), *holder = sb_new_array(a, uint32_t, p->n + 1);
	uint32_t *number = sb_new_array(a, uint32_t, p->m + 1), *seen = sb_new_array(a, uint32_t, p->n + 1);
	for (uint32_t r = 0; r < p->m; r++) {
		set[r] = r;
		for (uint32_t k = p->first[r]; k < p->first[r + 1]; k++) {
			if (holder[p->state[k]])
				set[top(set, holder[p->state[k]] - 1)] = top(set, r);
			holder[p->state[k]] = r + 1;
		}
	}
	p->groups = sb_new_array(a, se_group, p->m + 1);
	for (uint32_t r = 0; r < p->m; r++)
		if (top(set, r) == r)
			number[r] = p->group_count++;
	for (uint32_t r = 0; r < p->m; r++)
		p->groups[number[top(set, r)]].rows++;
	for (uint32_t i = 0; i < p->group_count; i++) {
		p->groups[i].row = sb_new_array(a, uint32_t, p->groups[i].rows + 1);
		p->groups[i].rows = 0;
	}
	for (uint32_t r = 0; r < p->m; r++) {
		se_group *g = &p->groups[number[top(set, r)]];
		p->place[r] = g->rows;
		g->row[g->rows++] = r;
	}
	for (uint32_t i = 0; i < p->group_count; i++)
		make_group(p, &p->groups[i], a, seen, i + 1);
}

void se_projection_open(se_run *run)
{
	const si_image *image = run->image;
	sb_arena *a = run->own;
	if (!image->invariants.n)
		return;
	se_projection *p = run->projection = sb_new(a, se_projection);
	p->n = image->states;
	p->m = image->invariants.n;
	p->entries = sb_new_array(a, double, image->invariant_column.at[p->n] + 1);
	double **by_state[] = {&p->moved, &p->unit, &p->kept, &p->x, &p->size};
	double **by_invariant[] = {&p->residual, &p->multiplier};
	for (size_t i = 0; i < sizeof by_state / sizeof *by_state; i++)
		*by_state[i] = sb_new_array(a, double, p->n + 1);
	for (size_t i = 0; i < sizeof by_invariant / sizeof *by_invariant; i++)
		*by_invariant[i] = sb_new_array(a, double, p->m + 1);
	p->place = sb_new_array(a, uint32_t, p->m + 1);
	p->column_place = sb_new_array(a, uint32_t, p->n + 1);
	make_rows(p, image, a);
	make_groups(p, a);
}

void se_projection_close(se_run *run)
{
	for (uint32_t i = 0; run->projection && i < run->projection->group_count; i++)
		if (run->projection->groups[i].symbolic)
			klu_free_symbolic(&run->projection->groups[i].symbolic, &run->projection->groups[i].common);
}

/* -------------------------------------------------------------------------------------------------------- the whole */

static bool residuals_at(se_run *run, double *x, double *residual)
{
	run->d->x = x;
	run->f->invariants(run->d, residual);
	bool good = !run->d->failed && se_all_finite(residual, run->image->invariants.n);
	if (run->d->failed)
		sc_forgive(run->d);
	return good;
}

/* After residuals_at at the same x. */
static bool entries_at(se_run *run, double *x)
{
	se_projection *p = run->projection;
	const si_image *image = run->image;
	if (run->f->invariant_jacobian) {
		run->f->invariant_jacobian(run->d, p->entries);
		bool failed = run->d->failed;
		if (failed)
			sc_forgive(run->d);
		return !failed && se_all_finite(p->entries, image->invariant_column.at[p->n]);
	}
	for (uint32_t c = 0; c < p->n; c++) {
		double kept = x[c], h = 1e-7 * (fabs(kept) + run->nominal[c]);
		x[c] = kept + h;
		bool good = residuals_at(run, x, p->multiplier);
		x[c] = kept;
		if (!good)
			return false;
		for (uint32_t k = image->invariant_column.at[c]; k < image->invariant_column.at[c + 1]; k++)
			p->entries[k] = (p->multiplier[image->invariant_row.at[k]] - p->residual[image->invariant_row.at[k]]) / h;
	}
	return true;
}

/* Nominal values, but where all states of an invariant are far smaller, as much of them as the largest of these is: a
 * change by 1e-8 of one metre is none, but of a pendulum of a nanometre it is much. */
static void choose_sizes(se_run *run, const double *x)
{
	static const double SMALL = 1e-3;
	se_projection *p = run->projection;
	for (uint32_t i = 0; i < p->n; i++)
		p->size[i] = run->nominal[i];
	for (uint32_t r = 0; r < p->m; r++) {
		double largest = 0;
		for (uint32_t k = p->first[r]; k < p->first[r + 1]; k++)
			largest = fmax(largest, fabs(x[p->state[k]]) / run->nominal[p->state[k]]);
		for (uint32_t k = p->first[r]; k < p->first[r + 1] && largest > 0 && largest < SMALL; k++)
			p->size[p->state[k]] = fmin(p->size[p->state[k]], largest * run->nominal[p->state[k]]);
	}
}

/* Each residual, divided by what a change of all states by their units makes of it, is next to nothing. One that no
 * state changes tells nothing. What is left of a state that is zero but for rounding is rounding of the others. */
static bool all_hold(const se_run *run, const double *x)
{
	const se_projection *p = run->projection;
	for (uint32_t r = 0; r < p->m; r++) {
		double whole = 0, most = 0;
		for (uint32_t k = p->first[r]; k < p->first[r + 1]; k++) {
			whole += fabs(p->entries[p->slot[k]]) * (fabs(x[p->state[k]]) + p->size[p->state[k]]);
			most += fabs(p->entries[p->slot[k]]) * (fabs(x[p->state[k]]) + run->nominal[p->state[k]]);
		}
		if (whole > 0 && !(fabs(p->residual[r]) <= OFF * whole + UNRESOLVED * most))
			return false;
	}
	return true;
}

/* The largest change of the last round, in units of the states and their sizes, or of their nominal values. */
static double largest_move(const se_run *run, const double *x, const double *size)
{
	const se_projection *p = run->projection;
	double most = 0;
	for (uint32_t i = 0; i < p->n; i++)
		most = fmax(most, fabs(p->moved[i]) / (fabs(x[i]) + size[i]));
	return most;
}

/* Of small states, rounding of larger terms of an invariant may be left. */
static bool newton(se_run *run, double *x)
{
	se_projection *p = run->projection;
	double before = INFINITY;
	for (int round = 0; round < ROUNDS; round++) {
		if (!residuals_at(run, x, p->residual) || !entries_at(run, x) || !se_least_change(p, p->residual))
			return false;
		for (uint32_t i = 0; i < p->n; i++)
			x[i] += p->moved[i];
		double most = largest_move(run, x, p->size);
		if (most > DONE && most > 0.25 * before && largest_move(run, x, run->nominal) <= DONE) {
			memcpy(p->size, run->nominal, p->n * sizeof *p->size);
			return all_hold(run, x);
		}
		if (most <= DONE)
			return all_hold(run, x);
		before = most;
	}
	return false;
}

/* In the units of p->unit. */
static bool project(se_run *run, double t, double *x)
{
	se_projection *p = run->projection;
	double time = run->d->time, *kept_x = run->d->x;
	run->d->time = t;
	memcpy(p->x, x, p->n * sizeof *x);
	choose_sizes(run, x);
	bool good = newton(run, p->x);
	run->d->time = time;
	run->d->x = kept_x;
	if (good)
		memcpy(x, p->x, p->n * sizeof *x);
	return good;
}

static void units_of_error(se_run *run, const double *x)
{
	for (uint32_t i = 0; i < run->projection->n; i++)
		run->projection->unit[i] = fabs(x[i]) + run->nominal[i];
}

int se_project(void *context, double t, double *x)
{
	se_run *run = context;
	units_of_error(run, x);
	run->astray = !project(run, t, x);
	return run->astray;
}

void se_interpolate(se_run *run, double t, double *x)
{
	if (!run->solver)                        /* a mode without states */
		return;
	run->solver->operations->interpolate(run->solver, t, x);
	if (!run->projection)
		return;
	units_of_error(run, x);
	project(run, t, x);
}

static bool is_named(const se_run *run, uint32_t state)
{
	return si_state_scalar(run->image, state) < run->image->common;
}

/* The present states, where they are not on the invariants already; `set`: states that should stay as they are. The
 * change may be a large one, after an event; in units of the nominal values alone it goes straight to the nearest
 * point. */
bool se_reconcile(se_run *run, const bool *set)
{
	se_projection *p = run->projection;
	double most = 0;
	if (!p)
		return true;
	double *before = sb_draw(NULL, (p->n + 1) * sizeof *before);
	memcpy(before, run->x, p->n * sizeof *before);
	for (uint32_t i = 0; i < p->n; i++)
		p->unit[i] = run->nominal[i] * (!set ? 1 : set[i] ? HEAVY : is_named(run, i) ? 1 : LIGHT);
	bool good = project(run, run->d->time, run->x);
	for (uint32_t i = 0; i < p->n; i++)
		most = fmax(most, fabs(run->x[i] - before[i]) / (fabs(before[i]) + p->size[i]));
	if (most < 1e-11)                /* rounding: nothing that a solver should be restarted for */
		memcpy(run->x, before, p->n * sizeof *before);
	sb_put_back(before);
	run->astray = !good;
	return good;
}

/* The constraint of a component that the states are farthest from; NULL: there is none. Equations of the model are in
 * the initial system, these are not. */
static const si_constraint *farthest_of_components(se_run *run, double *off)
{
	se_projection *p = run->projection;
	const si_constraint *found = NULL;
	*off = 0;
	if (!p || !residuals_at(run, run->x, p->residual))
		return NULL;
	for (uint32_t r = 0; r < p->m; r++) {
		const si_constraint *c = &run->image->constraints.at[run->image->invariants.at[r].constraint];
		if (c->times || !(fabs(p->residual[r]) > *off))
			continue;
		*off = fabs(p->residual[r]);
		found = c;
	}
	return found;
}

bool se_reconcile_start(se_run *run)
{
	double off, most = 0;
	const si_constraint *c = farthest_of_components(run, &off);
	uint32_t n = c ? run->projection->n : 0;
	double *before = sb_draw(NULL, (n + 1) * sizeof *before);
	memcpy(before, run->x, n * sizeof *before);
	bool good = se_reconcile(run, NULL);
	for (uint32_t i = 0; i < n; i++)
		most = fmax(most, fabs(run->x[i] - before[i]) / (fabs(before[i]) + run->nominal[i]));
	sb_put_back(before);
	if (good && most > START_MOST)
		sb_help(sb_report(run->diag, SB_WARNING, "R0733", c->span,
						  "the start values do not meet the constraint '%s', which is off by %.3g: the states are "
						  "moved onto it", si_word(run->image, c->text), off),
				"give the states of the block start values that meet it");
	return good;
}

bool se_constraint_rows(se_run *run, double *matrix)
{
	se_projection *p = run->projection;
	if (!p)
		return true;
	if (!residuals_at(run, run->d->x, p->residual) || !entries_at(run, run->d->x))
		return false;
	memset(matrix, 0, (size_t)p->m * p->n * sizeof *matrix);
	for (uint32_t r = 0; r < p->m; r++)
		for (uint32_t k = p->first[r]; k < p->first[r + 1]; k++)
			matrix[(size_t)r * p->n + p->state[k]] = p->entries[p->slot[k]];
	return true;
}

/* Says which constraint the states are farthest from. */
void se_report_astray(se_run *run, const char *doing)
{
	se_projection *p = run->projection;
	uint32_t worst = 0;
	double most = -1;
	run->failed = true;
	residuals_at(run, run->x, p->residual);
	for (uint32_t r = 0; r < p->m; r++) {
		double size = fabs(p->residual[r]);
		if (size > most || isnan(size)) {
			most = isnan(size) ? INFINITY : size;
			worst = r;
		}
	}
	const si_constraint *c = &run->image->constraints.at[run->image->invariants.at[worst].constraint];
	sb_message *m =
		sb_report(run->diag, SB_ERROR, "R0109", c->span,
				  "no values near the present ones satisfy the constraints between states when %s at time %.9g", doing,
				  run->d->time);
	sb_note(m, "the constraint '%s'%s is off by %.3g", si_word(run->image, c->text),
			run->image->invariants.at[worst].level ? " in its differentiated form" : "", most);
	sb_help(m,
			"check whether it can be satisfied at this time; start values or reinit values that are closer to it may "
			"help");
}
