/* Residuals and their derivatives over all experiments. Each experiment has a model of its own: its values and inputs
 * may differ from those of the others. */
#include "study/fit/fit_inside.h"
#include "base/stop.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ experiments */

typedef struct told { const char *data; sb_vec(st_given) given; sb_strings inputs; } told;

static char *trimmed(sb_arena *arena, const char *from, const char *to)
{
	while (from < to && isspace((unsigned char)*from))
		from++;
	while (to > from && isspace((unsigned char)to[-1]))
		to--;
	return sb_strndup(arena, from, (size_t)(to - from));
}

/* `data.csv; T0 = 300; input u = data.csv:u` */
static bool read_experiment(st_fit_problem *p, const char *written, told *out)
{
	sb_arena *arena = p->arena;
	const char *at = written;
	for (uint32_t part = 0;; part++) {
		const char *end = at + strcspn(at, ";"), *equals = memchr(at, '=', (size_t)(end - at));
		const char *text = trimmed(arena, at, end);
		if (!part) {
			out->data = text;
		} else if (strncmp(text, "input ", 6) == 0) {
			sb_push(arena, out->inputs, (const char *)trimmed(arena, text + 6, text + strlen(text)));
		} else if (equals) {
			sb_push(arena, out->given, ((st_given){trimmed(arena, at, equals), trimmed(arena, equals + 1, end)}));
		} else {
			sb_help(sb_report(p->diag, SB_ERROR, "U0930", (sb_span){0}, "'%s' in --data '%s' is not understood", text,
							  written),
					"--data takes a file, and what is special to it: 'warm.csv; T0 = 300; input u = warm.csv:u'");
			return false;
		}
		if (!*end)
			return true;
		at = end + 1;
	}
}

/* The value of an experiment, of a whole array too, would be replaced by that of the fit. */
static bool varies_nothing_given(st_fit_problem *p, const told *own)
{
	for (uint32_t i = 0; i < own->given.n; i++)
		for (uint32_t k = 0; k < p->n; k++) {
			const char *name = own->given.at[i].name, *varied = p->q->vary[k];
			size_t n = strlen(name);
			if (strncmp(name, varied, n) != 0 || (varied[n] && varied[n] != '['))
				continue;
			sb_message *m = sb_report(p->diag, SB_ERROR, "U0952", (sb_span){0},
									  "%s gives '%s' a value, and --vary varies '%s'", own->data, name, varied);
			sb_note(m, "what is varied has the same value in all experiments");
			sb_help(m, "leave one of them out; the value to start from is given with -p %s=%s", name,
					own->given.at[i].value);
			return false;
		}
	return true;
}

static bool load(st_fit_problem *p, st_fit_experiment *e, const told *own)
{
	st_options o = p->q->options;
	sb_vec(st_given) given = {0};
	sb_strings inputs = {0}, starts = {0};
	for (uint32_t i = 0; i < o.given_count; i++)
		sb_push(p->arena, given, o.given[i]);
	for (uint32_t i = 0; i < own->given.n; i++)
		sb_push(p->arena, given, own->given.at[i]);
	for (uint32_t i = 0; i < o.written_count; i++)
		sb_push(p->arena, inputs, o.written[i]);
	for (uint32_t i = 0; i < own->inputs.n; i++)
		sb_push(p->arena, inputs, own->inputs.at[i]);
	for (uint32_t i = 0; i < p->n; i++) {
		size_t n = strlen(p->q->vary[i]);
		if (n > 6 && strcmp(p->q->vary[i] + n - 6, ".start") == 0)
			sb_push(p->arena, starts, p->q->vary[i]);
	}
	o.given = given.at;
	o.given_count = given.n;
	o.written = inputs.at;
	o.written_count = inputs.n;
	o.starts = starts.at;
	o.start_count = starts.n;
	o.text = p->q->text;
	o.depth = ST_CODE;
	e->model = st_load(p->q->path, p->q->class_name, &o);
	if (e == p->experiments)
		sb_diag_share(p->diag, e->model->diag);
	if (e->model->program && !sb_errors(e->model->diag))
		return true;
	sb_pass_on(p->diag, e->model->diag);
	return false;
}

bool st_fit_stopped(const st_fit_problem *p)
{
	return p->stopped || sb_stopped();
}

static bool goes_on(st_fit_problem *p)
{
	if (!p->stopped && p->q->ask && !p->q->ask(p->q->context, p->start_number, p->runs, p->best_sum))
		p->stopped = true;
	return !st_fit_stopped(p);
}

static bool while_running(void *context, const se_progress *progress)
{
	(void)progress;
	return goes_on(context);
}

static bool choose_settings(st_fit_problem *p, st_fit_experiment *e)
{
	se_settings *s = &e->settings;
	*s = se_defaults(sc_image(e->model->program));
	if (!isnan(p->q->start))
		s->start = p->q->start;
	if (!isnan(p->q->tolerance))
		s->tolerance = p->q->tolerance;
	if (p->q->solver)
		s->solver = p->q->solver;
	s->stop = e->times[e->count - 1];
	s->interval = 0;
	s->progress = p->q->ask ? while_running : NULL;
	s->progress_context = p;
	if (e->times[0] >= s->start)
		return true;
	sb_help(sb_report(p->diag, SB_ERROR, "U0937", (sb_span){0}, "%s begins at time %.9g, before the run, which begins "
					  "at %.9g", e->data, e->times[0], s->start), "choose an earlier start with --start");
	return false;
}

static bool open_experiment(st_fit_problem *p, uint32_t number)
{
	st_fit_experiment *e = &p->experiments[number];
	uint32_t *by = sb_new_array(p->arena, uint32_t, p->n + 1);
	told own = {0};
	if (!read_experiment(p, p->q->data[number], &own) || !varies_nothing_given(p, &own))
		return false;
	e->data = own.data;
	bool good = load(p, e, &own) && st_is_one_run(e->model, p->diag);
	for (uint32_t i = 0; i < p->n && good; i++)
		good = st_find_parameter(e->model, p->diag, p->q->vary[i], &by[i]);
	good = good && st_fit_read(p, number) && choose_settings(p, e);
	if (!good)
		return false;
	e->own = sb_diag_new();
	sb_diag_share(e->own, e->model->diag);
	e->tangent = st_tangent_new(e->model, by, p->n, e->rows.at, e->rows.n, e->own);
	return true;
}

/* -------------------------------------------------------------------------------------------------------- variables */

static bool take_bounds(st_fit_problem *p)
{
	for (uint32_t k = 0; k < p->q->bound_count; k++) {
		const st_bound *b = &p->q->bounds[k];
		uint32_t i = 0;
		while (i < p->n && strcmp(p->q->vary[i], b->name) != 0)
			i++;
		if (i == p->n || !(b->low < b->high)) {
			sb_help(sb_report(p->diag, SB_ERROR, "U0938", (sb_span){0},
							  i == p->n ? "there are bounds of '%s', which is not varied"
										: "the bounds of '%s' exclude each other", b->name),
					"--bounds takes NAME=LOW:HIGH, for names of --vary");
			return false;
		}
		if (isfinite(p->low[i]) || isfinite(p->high[i])) {
			sb_help(sb_report(p->diag, SB_ERROR, "U0997", (sb_span){0}, "--bounds has two values for '%s'", b->name),
					"leave one of them out");
			return false;
		}
		p->low[i] = b->low;
		p->high[i] = b->high;
	}
	return true;
}

static bool find_start(st_fit_problem *p)
{
	p->start = sb_new_array(p->arena, double, p->n + 1);
	p->size = sb_new_array(p->arena, double, p->n + 1);
	p->low = sb_new_array(p->arena, double, p->n + 1);
	p->high = sb_new_array(p->arena, double, p->n + 1);
	for (uint32_t i = 0; i < p->n; i++) {
		p->low[i] = -INFINITY;
		p->high[i] = INFINITY;
	}
	st_fit_experiment *e = &p->experiments[0];
	if (!take_bounds(p))
		return false;
	if (!st_tangent_own(e->tangent, &e->settings, p->start)) {
		sb_pass_on(p->diag, e->own);
		return false;
	}
	for (uint32_t i = 0; i < p->n; i++) {
		double span = p->high[i] - p->low[i];
		p->start[i] = fmin(fmax(p->start[i], p->low[i]), p->high[i]);
		p->size[i] = p->start[i] != 0 ? fabs(p->start[i]) : isfinite(span) ? span : 1;
	}
	return true;
}

static bool is_named_once(const st_fit_request *q, sb_diag *diag)
{
	for (uint32_t i = 0; i < q->vary_count; i++)
		for (uint32_t k = 0; k < i; k++)
			if (strcmp(q->vary[i], q->vary[k]) == 0) {
				sb_report(diag, SB_ERROR, "U0930", (sb_span){0}, "'%s' is varied twice", q->vary[i]);
				return false;
			}
	return true;
}

bool st_fit_open(st_fit_problem *p, const st_fit_request *q, sb_arena *arena, sb_diag *diag)
{
	*p = (st_fit_problem){.q = q, .arena = arena, .diag = diag, .n = q->vary_count, .experiment_count = q->data_count,
						  .known_sigma = true, .best_sum = INFINITY};
	p->experiments = sb_new_array(arena, st_fit_experiment, q->data_count + 1);
	p->best = sb_new_array(arena, double, p->n + 1);
	bool good = is_named_once(q, diag);
	for (uint32_t i = 0; i < q->data_count && good; i++)
		good = open_experiment(p, i);
	good = good && st_fit_names_are_known(p) && find_start(p);
	if (good && !p->known_sigma && q->loss != ST_LOSS_LINEAR) {
		good = false;
		sb_help(sb_report(diag, SB_ERROR, "U0939", (sb_span){0},
						  "a robust loss has to know how exact the measured values are"),
				"give their standard deviation with --sigma");
	}
	if (good && p->points.n < p->n) {
		good = false;
		sb_report(diag, SB_ERROR, "U0940", (sb_span){0}, "%u measured value%s cannot determine %u parameters",
				  p->points.n, p->points.n == 1 ? "" : "s", p->n);
	}
	p->mixed = p->mixed && !p->known_sigma;
	p->plain = sb_new_array(arena, double, p->points.n + 1);
	return good;
}

void st_fit_close(st_fit_problem *p)
{
	st_fit_journal_close(p);
	for (uint32_t i = 0; i < p->experiment_count; i++) {
		st_fit_experiment *e = &p->experiments[i];
		st_tangent_free(e->tangent);
		sb_diag_free(e->own);
		if (e->model)
			st_free(e->model);
	}
}

/* -------------------------------------------------------------------------------------------------------- residuals */

/* sqrt(rho(r^2)) with the sign of r, for rho of unit slope at zero. */
double st_loss_of(st_loss loss, double scale, double r, double *slope)
{
	double a = fabs(r) / scale, value = a, d = 1;
	if (loss == ST_LOSS_HUBER && a > 1) {
		value = sqrt(2 * a - 1);
		d = 1 / value;
	} else if (loss == ST_LOSS_CAUCHY) {
		value = sqrt(log1p(a * a));
		d = a > 1e-8 ? a / ((1 + a * a) * value) : 1;
	} else if (loss == ST_LOSS_SOFT) {
		double root = sqrt(1 + a * a);
		value = a > 1e-4 ? sqrt(2 * (root - 1)) : a;
		d = a > 1e-4 ? a / (root * value) : 1;
	}
	if (slope)
		*slope = d;
	return copysign(value * scale, r);
}

static void note_way(st_fit_problem *p, const st_sensitivities *s)
{
	if (!s->by_differences)
		return;
	p->why_differences = sb_strdup(p->arena, s->why);
	p->uncertain = fmax(p->uncertain, s->uncertain);
}

/* One measured value: what the model has there, and its derivatives. */
static bool point_at(st_fit_problem *p, uint32_t i, const st_sensitivities *s, double *matrix)
{
	st_fit_point *point = &p->points.at[i];
	const st_fit_experiment *e = &p->experiments[point->experiment];
	const st_fit_curve *c = &e->curves.at[point->column];
	double leaves[64], slopes[64];
	uint32_t n = c->formula->leaves.n;
	if (n > 64)
		return false;
	for (uint32_t k = 0; k < n; k++)
		leaves[k] = s->value[(size_t)point->time * e->rows.n + c->rows[k]];
	point->fitted = st_formula_at(c->formula, point->at, leaves, slopes);
	p->plain[i] = (point->fitted - point->measured) / point->sigma;
	for (uint32_t v = 0; v < p->n && matrix; v++) {
		double sum = 0;
		for (uint32_t k = 0; k < n; k++)
			sum += slopes[k] * s->matrix[((size_t)point->time * e->rows.n + c->rows[k]) * p->n + v];
		matrix[(size_t)i * p->n + v] = sum / point->sigma;
		if (!isfinite(sum))
			return false;
	}
	return isfinite(p->plain[i]);
}

bool st_fit_course(st_fit_problem *p, uint32_t experiment, uint32_t column, const double *z, const double *times,
				   uint32_t count, double *out)
{
	st_fit_experiment *e = &p->experiments[experiment];
	const st_fit_curve *c = &e->curves.at[column];
	st_sensitivities s;
	st_way way = {.settings = e->settings, .times = times, .count = count, .sizes = p->size, .method = ST_VALUES_ALONE};
	double leaves[64], slopes[64];
	way.settings.progress = NULL;
	if (c->formula->leaves.n > 64 || !st_tangent_run(e->tangent, z, &way, &s) || s.reached < count)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t k = 0; k < c->formula->leaves.n; k++)
			leaves[k] = s.value[(size_t)i * e->rows.n + c->rows[k]];
		out[i] = st_formula_at(c->formula, times[i], leaves, slopes);
	}
	return true;
}

static bool experiment_at(st_fit_problem *p, uint32_t number, const double *z, double *matrix)
{
	st_fit_experiment *e = &p->experiments[number];
	st_sensitivities s;
	st_way way = {.settings = e->settings, .times = e->times, .count = e->count, .sizes = p->size,
				  .method = !matrix ? ST_VALUES_ALONE : p->q->differences ? ST_DIFFERENCES : ST_FOLLOWED};
	sb_take_back(e->own, 0, NULL);
	p->runs++;
	if (!st_tangent_run(e->tangent, z, &way, &s))
		return false;
	if (s.reached < e->count) {
		sb_report(e->own, SB_ERROR, "U0941", (sb_span){0}, "the model ends the run before time %.9g, at which %s has "
				  "a value", e->times[s.reached], e->data);
		return false;
	}
	if (matrix)
		note_way(p, &s);
	bool good = true;
	for (uint32_t i = 0; i < p->points.n && good; i++)
		if (p->points.at[i].experiment == number)
			good = point_at(p, i, &s, matrix);
	if (!good)
		sb_report(e->own, SB_ERROR, "U0942", (sb_span){0}, "what %s is compared with has no value, or no derivative",
				  e->data);
	return good;
}

static void note_best(st_fit_problem *p, const double *z, double sum)
{
	if (!(sum < p->best_sum))
		return;
	p->best_sum = sum;
	memcpy(p->best, z, p->n * sizeof *z);
	if (p->q->progress && !p->q->progress(p->q->context, p->start_number, p->step, sum, z))
		p->stopped = true;
}

bool st_fit_at(void *problem, double *z, double *residual, double *matrix)
{
	st_fit_problem *p = problem;
	double scale = p->q->loss_scale > 0 ? p->q->loss_scale : 1, sum = 0;
	bool again = !p->concluding && st_fit_recall(p, z, matrix);
	for (uint32_t i = 0; i < p->experiment_count && !again; i++)
		if (!goes_on(p) || !experiment_at(p, i, z, matrix))
			return false;
	if (!again)
		st_fit_keep(p, z, matrix);
	p->step += matrix != NULL;
	for (uint32_t i = 0; i < p->points.n; i++) {
		double slope;
		residual[i] = st_loss_of(p->q->loss, scale, p->plain[i], &slope);
		sum += residual[i] * residual[i];
		for (uint32_t v = 0; v < p->n && matrix; v++)
			matrix[(size_t)i * p->n + v] *= slope;
	}
	note_best(p, z, sum);
	return true;
}
