/* The search for the least sum, from one start or many. */
#include "study/fit/fit_inside.h"
#include <math.h>
#include <string.h>

static bool is_stopped(void *context)
{
	return st_fit_stopped(context);
}

/* A number between 0 and 1, of a seed (splitmix64). */
static double chance(uint64_t *seed)
{
	uint64_t z = *seed += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* Further starts lie between the bounds, or within a factor of ten. */
static void choose_start(const st_fit_problem *p, uint64_t *seed, double *z)
{
	for (uint32_t i = 0; i < p->n; i++) {
		double u = chance(seed);
		if (isfinite(p->low[i]) && isfinite(p->high[i]))
			z[i] = p->low[i] + u * (p->high[i] - p->low[i]);
		else
			z[i] = p->start[i] != 0 ? p->start[i] * pow(10, 2 * u - 1) : p->size[i] * (2 * u - 1);
		z[i] = fmin(fmax(z[i], p->low[i]), p->high[i]);
	}
}

/* With sigmas that are estimated, as long as they change. */
static void search_again(st_fit_problem *p, const st_squares *squares, st_least *best)
{
	for (uint32_t round = 1; round <= 50 && !is_stopped(p) && st_fit_weigh(p, best); round++) {
		uint32_t steps = best->steps;
		p->round = round;
		p->best_sum = INFINITY;
		st_least found = st_least_squares(squares, best->z, p->arena);
		if (found.end == ST_NOWHERE)
			return;
		*best = found;
		best->steps += steps;
	}
}

static void search(st_fit_problem *p, st_fit *out, st_least *best)
{
	uint32_t starts = p->q->starts ? p->q->starts : 1;
	uint64_t seed = p->q->seed;
	double *z = sb_new_array(p->arena, double, p->n + 1);
	st_squares squares = {.n = p->n, .m = p->points.n, .low = p->low, .high = p->high, .size = p->size,
						  .tolerance = 1e-9, .at = st_fit_at, .stopped = is_stopped, .context = p};
	best->sum = INFINITY;
	best->end = ST_NOWHERE;
	memcpy(z, p->start, p->n * sizeof *z);
	for (uint32_t k = 0; k < starts && !is_stopped(p); k++) {
		p->start_number = k + 1;
		p->step = 0;
		if (k)
			choose_start(p, &seed, z);
		st_least found = st_least_squares(&squares, z, p->arena);
		out->tried++;
		if (found.end != ST_NOWHERE && found.sum < best->sum) {
			*best = found;
			out->start_number = k + 1;
		}
	}
	if (p->mixed && best->end != ST_NOWHERE)
		search_again(p, &squares, best);
	out->steps = best->steps;
}

/* No values at any start: what the runs said. */
static bool tell_nowhere(st_fit_problem *p)
{
	if (st_fit_stopped(p)) {
		sb_report(p->diag, SB_ERROR, "U0950", (sb_span){0}, "the fit was ended before its first point was computed");
		return false;
	}
	sb_diag *said = sb_diag_new();
	sb_diag_share(said, p->diag);
	for (uint32_t i = 0; i < p->experiment_count; i++)
		sb_pass_on(said, p->experiments[i].own);
	double *residual = sb_new_array(p->arena, double, p->points.n + 1);
	bool values = st_fit_at(p, p->start, residual, NULL);
	sb_message *m = sb_report(p->diag, SB_ERROR, "U0943", (sb_span){0}, values
		? "the model has values at the start of the fit, but runs beside it, which its derivatives need, fail"
		: "the model has no values at the start of the fit, so there is nothing to improve");
	sb_help(m, "choose other values to start from with -p, or more starts with --starts");
	sb_pass_on(p->diag, said);
	sb_diag_free(said);
	return false;
}

static const char *given_of(st_fit_problem *p, const st_fit *f)
{
	sb_text text = {0};
	for (uint32_t i = 0; i < f->n; i++) {
		sb_addf(&text, "%s-p %s=", i ? " " : "", f->names[i]);
		sb_add_real(&text, f->value[i]);
	}
	const char *copy = sb_strdup(p->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return copy;
}

static void describe(st_fit_problem *p, st_fit *f)
{
	const st_fit_experiment *first = &p->experiments[0];
	const sm_model *flat = first->model->flat;
	const char **units = sb_new_array(p->arena, const char *, p->n + 1);
	const char **files = sb_new_array(p->arena, const char *, p->experiment_count + 1);
	for (uint32_t i = 0; i < p->n; i++) {
		uint32_t element, scalar = sm_find_scalar(flat, p->q->vary[i]);
		const char *unit = sm_var(flat, sm_variable_of_scalar(flat, scalar, &element))->unit;
		units[i] = sb_strdup(p->arena, unit ? unit : "");
	}
	for (uint32_t i = 0; i < p->experiment_count; i++)
		files[i] = first[i].data;
	f->model = first->model->flat->name;
	f->n = p->n;
	f->names = p->q->vary;
	f->units = units;
	f->experiments = files;
	f->experiment_count = p->experiment_count;
	f->start = p->start;
	f->low = p->low;
	f->high = p->high;
	f->confidence = p->q->confidence > 0 ? p->q->confidence : 0.95;
	f->known_sigma = p->known_sigma;
	f->mixed = p->mixed;
	f->checked = NAN;
}

/* Once more at the best point, without the loss: what the statistics are made of. */
static bool conclude(st_fit_problem *p, const st_least *best, st_fit *f)
{
	double *plain = sb_new_array(p->arena, double, p->points.n + 1);
	double *matrix = sb_new_array(p->arena, double, (size_t)p->points.n * p->n + 1);
	double scale = p->q->loss_scale > 0 ? p->q->loss_scale : 1;
	memcpy(f->value, best->z, p->n * sizeof *f->value);
	memcpy(f->bound, best->bound, p->n);
	memcpy(matrix, best->matrix, (size_t)p->points.n * p->n * sizeof *matrix);
	double *residual = sb_new_array(p->arena, double, p->points.n + 1), *z = best->z;
	p->concluding = true;
	bool whole = !st_fit_stopped(p) && st_fit_at(p, z, residual, NULL);
	for (uint32_t i = 0; i < p->points.n; i++) {
		double slope;
		plain[i] = whole ? p->plain[i] : best->residual[i];
		st_loss_of(p->q->loss, scale, plain[i], &slope);
		for (uint32_t v = 0; v < p->n; v++)
			matrix[(size_t)i * p->n + v] /= slope;
		p->points.at[i].residual = -plain[i];
		if (!whole)
			p->points.at[i].fitted = p->points.at[i].measured + plain[i] * p->points.at[i].sigma;
	}
	f->cost = best->sum;
	f->points = p->points.at;
	f->count = p->points.n;
	st_fit_judge(p, plain, matrix, f);
	return whole;
}

/* Differences are not compared with themselves. */
static void check(st_fit_problem *p, st_fit *f)
{
	if (p->why_differences && *p->why_differences)
		return;
	f->checked = 0;
	for (uint32_t i = 0; i < p->experiment_count; i++) {
		st_fit_experiment *e = &p->experiments[i];
		st_way way = {.settings = e->settings, .times = e->times, .count = e->count, .sizes = p->size};
		double off = st_tangent_check(e->tangent, f->value, &way);
		f->checked = isnan(off) ? NAN : fmax(f->checked, off);
	}
}

static bool find(st_fit_problem *p, st_fit *f)
{
	st_least best = {0};
	describe(p, f);
	f->value = sb_new_array(p->arena, double, p->n + 1);
	f->bound = sb_new_array(p->arena, int8_t, p->n + 1);
	search(p, f, &best);
	if (best.end == ST_NOWHERE)
		return tell_nowhere(p);
	conclude(p, &best, f);
	bool stuck = best.end == ST_STUCK && !st_fit_is_blurred(p, f, best.residual, best.matrix);
	f->end = is_stopped(p) ? ST_FIT_STOPPED : stuck ? ST_FIT_STUCK : ST_FITTED;
	if (p->q->check && f->end != ST_FIT_STOPPED)
		check(p, f);
	f->why_differences = p->why_differences;
	f->uncertain = p->uncertain;
	f->runs = p->runs;
	f->trouble = p->trouble;
	f->given = given_of(p, f);
	for (uint32_t i = 0; i < p->experiment_count; i++)
		sb_pass_on(p->diag, p->experiments[i].own);
	return true;
}

bool st_fit_find(const st_fit_request *q, sb_arena *arena, sb_diag *diag, st_fit *out)
{
	st_fit_problem *p = sb_new(arena, st_fit_problem);
	*out = (st_fit){.problem = p};
	if (!q->vary_count || !q->data_count) {
		sb_help(sb_report(diag, SB_ERROR, "U0930", (sb_span){0},
						  q->vary_count ? "there are no data to fit" : "nothing is to be varied"),
				"a fit needs --data FILE.csv and --vary NAME,...");
		return false;
	}
	return st_fit_open(p, q, arena, diag) && (!q->opened || q->opened(q->context, p)) && find(p, out);
}

void st_fit_free(st_fit *f)
{
	if (f->problem)
		st_fit_close(f->problem);
}
