/* Conditions over what is free: names to scalars, residuals, derivatives. */
#include "study/point/constrained.h"
#include "study/point/problem.h"
#include "base/stop.h"
#include <float.h>
#include <math.h>
#include <string.h>

typedef struct making { st_problem *p; st_model *m; se_run *run; sb_diag *diag; sb_u32s scalars; } making;

/* ----------------------------------------------------------------------------------------------------- what is free */

static const sm_variable *variable_of(const sm_model *m, uint32_t scalar)
{
	uint32_t element;
	return sm_var(m, sm_variable_of_scalar(m, scalar, &element));
}

static void add_free(making *k, uint32_t scalar)
{
	for (uint32_t i = 0; i < k->scalars.n; i++)
		if (k->scalars.at[i] == scalar)
			return;
	sb_push(k->p->arena, k->scalars, scalar);
}

/* States and inputs that a pattern names; how many. */
static uint32_t match_free(making *k, const char *pattern)
{
	const sm_model *flat = k->m->flat;
	uint32_t found = 0;
	for (uint32_t i = 0; i < se_states(k->run); i++)
		if (sb_matches(pattern, st_scalar_name(flat, k->p->arena, se_state(k->run, i)))) {
			add_free(k, se_state(k->run, i));
			found++;
		}
	for (uint32_t i = 0; i < flat->variables.n; i++) {
		const sm_variable *v = sm_var(flat, i);
		for (uint32_t e = 0; v->held && !v->hidden && v->type == SX_REAL && e < v->count; e++)
			if (sb_matches(pattern, st_scalar_name(flat, k->p->arena, v->first + e))) {
				add_free(k, v->first + e);
				found++;
			}
	}
	return found;
}

static bool refuse_free(making *k, const char *name, const sm_variable *v)
{
	sb_strings names = {0};
	sb_text list = {0};
	for (uint32_t i = 0; i < se_states(k->run); i++)
		sb_push(k->p->arena, names, st_scalar_name(k->m->flat, k->p->arena, se_state(k->run, i)));
	for (uint32_t i = 0; i < k->m->flat->variables.n; i++)
		if (sm_var(k->m->flat, i)->held && !sm_var(k->m->flat, i)->hidden)
			sb_push(k->p->arena, names, sm_var(k->m->flat, i)->name);
	for (uint32_t i = 0; i < names.n && i < 20; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", names.at[i]);
	sb_message *e = sb_report(k->diag, SB_ERROR, "U0621", v ? v->span : (sb_span){0},
							  v ? "'%s' cannot be free: it is neither a state nor an input nor a Real parameter "
								  "that can be set"
								: "there is no '%s' that could be free",
							  name);
	if (names.n)
		sb_note(e, "states and inputs are %s%s", list.at, names.n > 20 ? ", ..." : "");
	const char *near = v ? NULL : sb_nearest(name, names.at, names.n);
	if (near)
		sb_help(e, "did you mean '%s'?", near);
	else if (v)
		sb_help(e, "equations give it: ask for its value with --zero '%s - VALUE', and free something that it depends "
				   "on", name);
	sb_text_free(&list);
	return false;
}

static bool find_free(making *k, const char *name)
{
	uint32_t scalar = sm_find_scalar(k->m->flat, name);
	const sm_variable *v = scalar == UINT32_MAX ? NULL : variable_of(k->m->flat, scalar);
	if (match_free(k, name))
		return true;
	bool settable = v && v->variability == SM_PARAMETER && v->type == SX_REAL && !v->final && !v->structural;
	if (!settable && !(v && se_is_state(k->run, scalar)))
		return refuse_free(k, name, v);
	add_free(k, scalar);
	return true;
}

static bool find_all_free(making *k, const st_trim_request *q)
{
	st_problem *p = k->p;
	for (uint32_t i = 0; i < q->free_count; i++)
		if (!find_free(k, q->free[i]))
			return false;
	for (uint32_t i = 0; !q->free_count && i < se_states(k->run); i++)
		add_free(k, se_state(k->run, i));
	p->n = k->scalars.n;
	if (!p->n) {
		sb_help(sb_report(k->diag, SB_ERROR, "U0622", (sb_span){0}, "nothing is free: %s has no states",
						  k->m->flat->name),
				"name inputs or parameters with --free");
		return false;
	}
	p->scalars = k->scalars.at;
	p->is_state = sb_new_array(p->arena, bool, p->n);
	p->names = sb_new_array(p->arena, const char *, p->n);
	double **vectors[] = {&p->start, &p->low, &p->high, &p->size, &p->usual};
	for (int i = 0; i < 5; i++)
		*vectors[i] = sb_new_array(p->arena, double, p->n);
	for (uint32_t i = 0; i < p->n; i++) {
		p->names[i] = st_scalar_name(k->m->flat, p->arena, p->scalars[i]);
		p->is_state[i] = se_is_state(k->run, p->scalars[i]);
		p->start[i] = se_value(k->run, p->scalars[i]);
		p->low[i] = -INFINITY;
		p->high[i] = INFINITY;
		p->size[i] = p->start[i] != 0 ? fabs(p->start[i]) : 1;
	}
	for (uint32_t s = 0; s < se_states(k->run); s++)
		for (uint32_t i = 0; i < p->n; i++)
			if (p->scalars[i] == se_state(k->run, s))
				p->size[i] = fmax(fabs(p->start[i]), se_state_size(k->run, s));
	return true;
}

static bool put_bounds(making *k, const st_trim_request *q)
{
	st_problem *p = k->p;
	for (uint32_t b = 0; b < q->bound_count; b++) {
		const st_bound *one = &q->bounds[b];
		uint32_t found = 0;
		for (uint32_t i = 0; i < p->n; i++)
			if (sb_matches(one->name, p->names[i])) {
				found++;
				p->low[i] = one->low;
				p->high[i] = one->high;
				if (isfinite(one->high - one->low) && one->high > one->low)
					p->size[i] = fmin(p->size[i], one->high - one->low);
			}
		if (!found) {
			const char *near = sb_nearest(one->name, p->names, p->n);
			sb_message *e = sb_report(k->diag, SB_ERROR, "U0623", (sb_span){0},
									  "'%s' has bounds, but it is not free", one->name);
			if (near)
				sb_help(e, "did you mean '%s'?", near);
			else
				sb_help(e, "name it with --free");
			return false;
		}
		if (!(one->low <= one->high)) {
			sb_help(sb_report(k->diag, SB_ERROR, "U0624", (sb_span){0},
							  "the bounds of '%s' exclude each other: %.9g and %.9g", one->name, one->low, one->high),
					"the lower one comes first: %s=%.9g:%.9g", one->name, one->high, one->low);
			return false;
		}
	}
	return true;
}

/* ------------------------------------------------------------------------------------------------------ conditions */

typedef sb_vec(st_condition) condition_list;

static bool add_rates(making *k, const char *pattern, condition_list *out, sb_strings *texts)
{
	st_problem *p = k->p;
	uint32_t before = out->n;
	for (uint32_t i = 0; i < se_states(k->run); i++) {
		const char *name = st_scalar_name(k->m->flat, p->arena, se_state(k->run, i));
		if (!sb_matches(pattern, name))
			continue;
		sb_push(p->arena, *out, ((st_condition){.rate = true, .scalar = se_state(k->run, i),
												.weight = 1 / se_state_size(k->run, i)}));
		sb_push(p->arena, *texts, (const char *)sb_printf(p->arena, "der(%s)", name));
	}
	if (out->n > before || (!strcmp(pattern, "*") && !se_states(k->run)))
		return true;
	sb_help(sb_report(k->diag, SB_ERROR, "U0625", (sb_span){0}, "der(%s) matches no state of %s", pattern,
					  k->m->flat->name),
			"saltus check lists the states");
	return false;
}

static bool add_condition(making *k, const char *text, condition_list *out, sb_strings *texts)
{
	st_problem *p = k->p;
	while (*text == ' ')
		text++;
	size_t n = strlen(text);
	while (n && text[n - 1] == ' ')
		n--;
	text = sb_strndup(p->arena, text, n);
	const char *close = strchr(text, ')');
	bool whole = n > 5 && strncmp(text, "der(", 4) == 0 && close == text + n - 1 && strpbrk(text, "*?");
	if (whole)
		return add_rates(k, sb_strndup(p->arena, text + 4, n - 5), out, texts);
	const st_formula *f = st_formula_read(k->m->flat, "--zero", text, p->arena, k->diag);
	if (!f)
		return false;
	double weight = 1;
	if (f->leaves.n == 1 && f->leaves.at[0].rate && f->value == f->leaves.at[0].ref)
		for (uint32_t s = 0; s < se_states(k->run); s++)
			weight = se_state(k->run, s) == f->leaves.at[0].scalar ? 1 / se_state_size(k->run, s) : weight;
	for (uint32_t i = 0; i < f->leaves.n; i++)
		if (f->leaves.at[i].rate && !se_is_state(k->run, f->leaves.at[i].scalar)) {
			sb_report(k->diag, SB_ERROR, "U0626", (sb_span){0},
					  "der(%s) is not known: '%s' is no state of the present mode",
					  st_scalar_name(k->m->flat, p->arena, f->leaves.at[i].scalar),
					  st_scalar_name(k->m->flat, p->arena, f->leaves.at[i].scalar));
			return false;
		}
	sb_push(p->arena, *out, ((st_condition){.formula = f, .weight = weight}));
	sb_push(p->arena, *texts, text);
	return true;
}

static bool find_conditions(making *k, const st_trim_request *q)
{
	st_problem *p = k->p;
	condition_list list = {0};
	sb_strings texts = {0};
	sb_vec(se_asked) rows = {0};
	bool good = q->zero_count || add_rates(k, "*", &list, &texts);
	for (uint32_t i = 0; i < q->zero_count && good; i++)
		good = add_condition(k, q->zero[i], &list, &texts);
	if (!good)
		return false;
	p->conditions = list.at;
	p->m = list.n;
	p->texts = texts.at;
	p->first_row = sb_new_array(p->arena, uint32_t, p->m + 1);
	for (uint32_t i = 0; i < p->m; i++) {
		const st_condition *c = &list.at[i];
		p->first_row[i] = rows.n;
		if (c->rate)
			sb_push(p->arena, rows, ((se_asked){c->scalar, true}));
		for (uint32_t l = 0; !c->rate && l < c->formula->leaves.n; l++)
			sb_push(p->arena, rows, ((se_asked){c->formula->leaves.at[l].scalar, c->formula->leaves.at[l].rate}));
	}
	p->rows = rows.at;
	p->row_count = rows.n;
	p->leaves = sb_new_array(p->arena, double, (size_t)rows.n * p->n + 1);
	return true;
}

/* Nominal values are 1 where the model names none. If all that it begins with is far smaller, so is what it is made of,
 * and 1e-12 of it need not be rounding. */
static void choose_usual(st_problem *p)
{
	static const double SMALL = 1e-6;
	p->scale = 0;
	for (uint32_t k = 0; k < p->n; k++)
		p->scale = fmax(p->scale, fabs(p->start[k]) / p->size[k]);
	if (p->scale == 0 || p->scale > SMALL)
		p->scale = 1;
	for (uint32_t k = 0; k < p->n; k++)
		p->usual[k] = p->scale * p->size[k];
}

bool st_problem_open(st_problem *p, st_model *m, se_run *run, const se_settings *settings, const st_trim_request *q,
					 sb_arena *arena, sb_diag *diag)
{
	making k = {.p = p, .m = m, .run = run, .diag = diag};
	*p = (st_problem){.arena = arena};
	se_show(run);
	if (!find_all_free(&k, q) || !put_bounds(&k, q) || !find_conditions(&k, q))
		return false;
	choose_usual(p);
	return st_standing_open(&p->standing, m, run, settings, diag);
}

void st_problem_close(st_problem *p)
{
	st_standing_close(&p->standing);
}

/* ------------------------------------------------------------------------------------------- residuals, derivatives */

/* The derivatives of a condition by what is free, from those of what it is made of. */
static bool fill_row(const st_problem *p, uint32_t i, const double *slopes, double *row)
{
	const st_condition *c = &p->conditions[i];
	uint32_t leaves = c->rate ? 1 : c->formula->leaves.n;
	for (uint32_t k = 0; k < p->n; k++) {
		row[k] = 0;
		for (uint32_t l = 0; l < leaves; l++) {
			double part = p->leaves[(size_t)(p->first_row[i] + l) * p->n + k];
			row[k] += part == 0 ? 0 : c->rate ? part : slopes[l] * part;
		}
		row[k] *= c->weight;
		if (!isfinite(row[k]))
			return false;
	}
	return true;
}

bool st_problem_at(void *context, double *z, double *residual, double *matrix)
{
	st_problem *p = context;
	se_run *run = p->standing.run;
	double slopes[64];
	if (!st_standing_try(&p->standing, p->scalars, z, p->n))
		return false;
	for (uint32_t k = 0; k < p->n; k++)
		if (p->is_state[k])
			z[k] = se_value(run, p->scalars[k]);         /* it may have been moved onto a constraint */
	if (matrix && !se_derivatives(run, p->rows, p->row_count, p->scalars, p->n, p->leaves))
		return false;
	for (uint32_t i = 0; i < p->m; i++) {
		const st_condition *c = &p->conditions[i];
		bool room = c->rate || c->formula->leaves.n <= 64;
		double *s = room ? slopes : sb_new_array(p->arena, double, c->formula->leaves.n);
		double value = c->rate ? se_rate_of(run, c->scalar) : st_formula_value(c->formula, run, matrix ? s : NULL);
		residual[i] = value * c->weight;
		if (!isfinite(value) || (matrix && !fill_row(p, i, s, matrix + (size_t)i * p->n)))
			return false;
	}
	return true;
}

/* A basis of what is not held, and keeps the constraints between states. */
bool st_problem_ways(void *context, const bool *held, sb_arena *arena, st_dense *basis)
{
	st_problem *p = context;
	se_run *run = p->standing.run;
	st_dense g;
	sb_u32s open = {0};
	for (uint32_t k = 0; k < p->n; k++)
		if (!held[k])
			sb_push(arena, open, k);
	if (!se_constraints(run)) {
		*basis = st_dense_new(arena, p->n, open.n);
		for (uint32_t c = 0; c < open.n; c++)
			*st_element(basis, open.at[c], c) = 1;
		return true;
	}
	if (!st_constraint_rows(run, arena, &g))
		return false;
	st_dense mine = st_dense_new(arena, g.rows, open.n);
	for (uint32_t c = 0; c < open.n; c++)
		for (uint32_t s = 0; s < se_states(run); s++)
			for (uint32_t r = 0; r < g.rows && se_state(run, s) == p->scalars[open.at[c]]; r++)
				*st_element(&mine, r, c) = *st_element(&g, r, s) / se_state_size(run, s) * p->size[open.at[c]];
	st_svd d;
	if (!st_dense_svd(arena, &mine, &d))
		return false;
	uint32_t rank = d.count && d.s[0] > 0 ? st_svd_rank(&d, 1e-10 * d.s[0]) : 0;
	*basis = st_dense_new(arena, p->n, open.n - rank);
	for (uint32_t c = rank; c < open.n; c++)
		for (uint32_t k = 0; k < open.n; k++)
			*st_element(basis, open.at[k], c - rank) = *st_element(&d.v, k, c);
	return true;
}

/* Rows and columns divided by the roots of their largest elements, again and again: all of them are about 1 then. */
static void balance(st_dense *a, double *column)
{
	for (int round = 0; round < 20; round++) {
		for (uint32_t i = 0; i < a->rows; i++) {
			double most = 0;
			for (uint32_t k = 0; k < a->columns - 1; k++)
				most = fmax(most, fabs(*st_element(a, i, k)));
			for (uint32_t k = 0; k < a->columns && most > 0; k++)
				*st_element(a, i, k) /= sqrt(most);
		}
		for (uint32_t k = 0; k < a->columns - 1; k++) {
			double most = 0;
			for (uint32_t i = 0; i < a->rows; i++)
				most = fmax(most, fabs(*st_element(a, i, k)));
			for (uint32_t i = 0; i < a->rows && most > 0; i++)
				*st_element(a, i, k) /= sqrt(most);
			column[k] /= most > 0 ? sqrt(most) : 1;
		}
	}
}

/* What a residual is, but for the rounding of its terms. */
static double beyond_rounding(const st_problem *p, const double *z, double residual, const double *row)
{
	double sum = 0;
	for (uint32_t k = 0; k < p->n; k++)
		sum += fabs(row[k] * z[k]);
	return fabs(residual) > 1e-13 * sum ? residual : 0;
}

/* How far the residuals at a point move each variable in a Newton step, each residual for itself: sums in which they
 * cancel each other say nothing of sizes. False: there is no step. */
static bool first_step(st_problem *p, const double *z, sb_arena *arena, double *step)
{
	double *at = sb_new_array(arena, double, p->n + 1), *residual = sb_new_array(arena, double, p->m + 1);
	double *matrix = sb_new_array(arena, double, (size_t)p->n * p->m + 1);
	double *column = sb_new_array(arena, double, p->n + 1);
	st_dense a = st_dense_new(arena, p->m, p->n + 1);
	st_svd d;
	memcpy(at, z, p->n * sizeof *at);
	if (!p->m || !st_problem_at(p, at, residual, matrix))
		return false;
	for (uint32_t i = 0; i < p->m; i++) {
		for (uint32_t k = 0; k < p->n; k++)
			*st_element(&a, i, k) = matrix[(size_t)i * p->n + k];
		*st_element(&a, i, p->n) = beyond_rounding(p, at, residual[i], matrix + (size_t)i * p->n);
	}
	for (uint32_t k = 0; k < p->n; k++)
		column[k] = 1;
	balance(&a, column);
	st_dense j = st_dense_part(arena, &a, 0, 0, p->m, p->n);
	if (!st_dense_svd(arena, &j, &d) || !d.count)
		return false;
	uint32_t rank = d.s[0] > 0 ? st_svd_rank(&d, 1e-12 * d.s[0]) : 0;
	for (uint32_t k = 0; k < p->n; k++)
		for (uint32_t i = 0; i < p->m; i++) {
			double inverse = 0;
			for (uint32_t r = 0; r < rank; r++)
				inverse += *st_element(&d.v, k, r) * *st_element(&d.u, i, r) / d.s[r];
			step[k] += fabs(inverse * *st_element(&a, i, p->n)) * column[k];
		}
	return true;
}

void st_problem_size(st_problem *p, const double *z)
{
	memcpy(p->size, p->usual, p->n * sizeof *p->size);
	if (se_constraints(p->standing.run))
		return;
	sb_arena *arena = sb_arena_new();
	double *step = sb_new_array(arena, double, p->n + 1);
	if (first_step(p, z, arena, step))
		for (uint32_t k = 0; k < p->n; k++) {
			double size = fmin(fmax(fabs(z[k]), fabs(step[k])), p->high[k] - p->low[k]);
			p->size[k] = size >= DBL_MIN && isfinite(size) ? size : p->usual[k];
		}
	sb_arena_free(arena);
}

static bool is_stopped(void *context)
{
	(void)context;
	return sb_stopped() != SB_GO_ON;
}

st_squares st_problem_squares(st_problem *p)
{
	return (st_squares){.n = p->n, .m = p->m, .low = p->low, .high = p->high, .size = p->size, .usual = p->usual,
						.at = st_problem_at, .ways = st_problem_ways, .stopped = is_stopped, .context = p};
}
