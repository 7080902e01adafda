/* Measured columns: which there are, what of the model they belong to, and how exact they are. */
#include "study/fit/fit_inside.h"
#include "result/result.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a list of NAME=VALUE says of a name; NULL: nothing. */
static const char *said_of(const char *const *list, uint32_t count, const char *name)
{
	size_t n = strlen(name);
	for (uint32_t i = 0; i < count; i++)
		if (strncmp(list[i], name, n) == 0) {
			const char *at = list[i] + n;
			while (*at == ' ')
				at++;
			if (*at == '=')
				return at + 1 + strspn(at + 1, " ");
		}
	return NULL;
}

static bool as_number(const char *text, double *out)
{
	char *end;
	*out = sb_read_real(text, &end);
	return end != text && !*end;
}

/* A sigma without a name is that of all columns. */
static const char *sigma_of(const st_fit_request *q, const char *name)
{
	double number;
	const char *said = said_of(q->sigmas, q->sigma_count, name);
	for (uint32_t i = 0; i < q->sigma_count && !said; i++)
		if (as_number(q->sigmas[i], &number))
			said = q->sigmas[i];
	return said;
}

static bool is_sigma(const st_fit_request *q, const char *name)
{
	for (uint32_t i = 0; i < q->sigma_count; i++) {
		const char *equals = strchr(q->sigmas[i], '=');
		if (equals && strcmp(equals + 1 + strspn(equals + 1, " "), name) == 0)
			return true;
	}
	return false;
}

/* A variable that varies in a run, and that no input gives. */
static bool is_measurable(const st_model *m, const char *name)
{
	uint32_t element, scalar = sm_find_scalar(m->flat, name);
	if (scalar == UINT32_MAX)
		return false;
	const sm_variable *v = sm_var(m->flat, sm_variable_of_scalar(m->flat, scalar, &element));
	bool driven = v->held || (v->causality == SM_INPUT && !strchr(name, '.'));
	return v->type == SX_REAL && v->variability != SM_PARAMETER && v->variability != SM_CONSTANT && !driven;
}

static bool find_sigma(st_fit_problem *p, const sr_record *r, const char *data, st_fit_curve *c)
{
	const char *said = sigma_of(p->q, c->name);
	c->sigma_column = UINT32_MAX;
	c->sigma = NAN;
	c->estimate = NAN;
	if (!said)
		return true;
	if (as_number(said, &c->sigma)) {
		if (c->sigma > 0 && isfinite(c->sigma))
			return true;
		sb_help(sb_report(p->diag, SB_ERROR, "U0933", (sb_span){0}, "the sigma of '%s' is %s", c->name, said),
				"a sigma is a positive number, in the unit of its column");
		return false;
	}
	c->sigma_column = sr_find(r, said);
	if (c->sigma_column != UINT32_MAX)
		return true;
	sb_help(sb_report(p->diag, SB_ERROR, "U0933", (sb_span){0},
					  "the sigma of '%s' is to be in the column '%s', which %s does not have", c->name, said, data),
			"--sigma takes COLUMN=NUMBER, COLUMN=OTHER_COLUMN, or a number for all columns");
	return false;
}

static bool add_curve(st_fit_problem *p, st_fit_experiment *e, const sr_record *r, uint32_t column)
{
	const char *name = sr_column_at(r, column)->name;
	const char *said = said_of(p->q->maps, p->q->map_count, name);
	if (!said && !is_measurable(e->model, name))
		return true;
	st_fit_curve c = {.name = sb_strdup(p->arena, name), .written = said ? said : sb_strdup(p->arena, name),
					  .column = column, .unit = sb_strdup(p->arena, sr_column_at(r, column)->unit)};
	c.formula = st_formula_read(e->model->flat, "--map", c.written, p->arena, p->diag);
	if (!c.formula || !find_sigma(p, r, e->data, &c))
		return false;
	sb_push(p->arena, e->curves, c);
	return true;
}

/* An input of the model that nothing drives yet. */
static bool is_open_input(const st_model *m, const char *name)
{
	uint32_t element, scalar = sm_find_scalar(m->flat, name);
	return scalar != UINT32_MAX && sm_var(m->flat, sm_variable_of_scalar(m->flat, scalar, &element))->held;
}

static void help_with_inputs(sb_message *m, const sb_text *inputs)
{
	if (inputs->n)
		sb_help(m, "nothing drives this input of the model: give it the column with%s", inputs->at);
}

static void list_unused(const st_fit_experiment *e, const char *name, sb_text *unused, sb_text *inputs)
{
	sb_addf(unused, "%s'%s'", unused->n ? ", " : "", name);
	if (is_open_input(e->model, name))
		sb_addf(inputs, " --input %s=%s:%s", name, e->data, name);
}

static bool tell_unused(st_fit_problem *p, const st_fit_experiment *e, const sb_text *unused, const sb_text *inputs)
{
	if (!e->curves.n) {
		sb_message *m = sb_report(p->diag, SB_ERROR, "U0931", (sb_span){0},
								  "no column of %s is a variable of %s", e->data, e->model->flat->name);
		sb_note(m, "its columns are %s", unused->n ? unused->at : "none");
		sb_help(m, "say what they are with --map COLUMN=EXPRESSION");
		help_with_inputs(m, inputs);
	} else if (unused->n) {
		sb_message *m = sb_report(p->diag, SB_INFO, "U0934", (sb_span){0}, "%s: not used: %s", e->data, unused->at);
		help_with_inputs(m, inputs);
	}
	return e->curves.n > 0;
}

static bool find_curves(st_fit_problem *p, st_fit_experiment *e, const sr_record *r)
{
	sb_text unused = {0}, inputs = {0};
	bool good = true;
	for (uint32_t c = 0; c < sr_columns(r) && good; c++) {
		uint32_t before = e->curves.n;
		const char *name = sb_strdup(p->arena, sr_column_at(r, c)->name);
		if (strcmp(name, "time") == 0)
			continue;
		sb_push(p->arena, p->columns, name);
		if (is_sigma(p->q, name))
			continue;
		good = add_curve(p, e, r, c);
		if (e->curves.n == before)
			list_unused(e, name, &unused, &inputs);
		else
			sb_push(p->arena, p->fitted, name);
	}
	good = good && tell_unused(p, e, &unused, &inputs);
	sb_text_free(&unused);
	sb_text_free(&inputs);
	return good;
}

static bool has(const sb_strings *names, const char *name)
{
	for (uint32_t i = 0; i < names->n; i++)
		if (strcmp(names->at[i], name) == 0)
			return true;
	return false;
}

/* What an option says of a column that there is not. */
static sb_message *tell_no_column(st_fit_problem *p, const char *code, const char *option, const char *said,
								  const char *name)
{
	const char *data = p->experiment_count == 1 ? p->experiments[0].data : "the data";
	const char *near = sb_nearest(name, p->columns.at, p->columns.n);
	sb_message *m = sb_report(p->diag, SB_ERROR, code, (sb_span){0}, "%s %s: there is no column '%s' in %s", option,
							  said, name, data);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	return m;
}

static bool map_is_known(st_fit_problem *p, const char *said)
{
	size_t n = strcspn(said, " =");
	const char *name = sb_strndup(p->arena, said, n);
	if (n && strchr(said, '=') && has(&p->columns, name))
		return true;
	sb_message *m = tell_no_column(p, "U0932", "--map", said, name);
	sb_help(m, "--map takes COLUMN=EXPRESSION: the name of a column of the data, and what of the model it is");
	return false;
}

static bool sigma_is_known(st_fit_problem *p, const char *said)
{
	double number;
	const char *equals = strchr(said, '='), *end = equals;
	if (!equals && as_number(said, &number))
		return true;
	while (end > said && end[-1] == ' ')
		end--;
	const char *name = sb_strndup(p->arena, said, end ? (size_t)(end - said) : 0);
	if (equals && has(&p->fitted, name))
		return true;
	if (equals && !has(&p->columns, name)) {
		tell_no_column(p, "U0951", "--sigma", said, name);
		return false;
	}
	sb_message *m = sb_report(p->diag, SB_ERROR, "U0951", (sb_span){0},
							  equals ? "--sigma %s: the column '%s' is not compared with anything of the model"
									 : "--sigma %s is not understood", said, name);
	sb_help(m, equals ? "say what it is with --map COLUMN=EXPRESSION, or leave its sigma out"
					  : "--sigma takes COLUMN=NUMBER, COLUMN=OTHER_COLUMN, or a number for all columns");
	return false;
}

/* Of a list of NAME=VALUE, in which a value without a name is for all: each is said once. */
static bool is_said_once(st_fit_problem *p, const char *option, const char *const *list, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const char *equals = strchr(list[i], '=');
		size_t n = equals ? (size_t)(equals - list[i]) : 0;
		while (n && list[i][n - 1] == ' ')
			n--;
		const char *name = sb_strndup(p->arena, list[i], n);
		for (uint32_t k = i + 1; k < count; k++) {
			bool same = equals ? said_of(list + k, 1, name) != NULL : !strchr(list[k], '=');
			if (!same)
				continue;
			const char *whose = equals ? sb_printf(p->arena, "'%s'", name) : "all columns";
			sb_help(sb_report(p->diag, SB_ERROR, "U0997", (sb_span){0}, "%s %s and %s %s: two values for %s", option,
							  list[i], option, list[k], whose),
					"leave one of them out");
			return false;
		}
	}
	return true;
}

bool st_fit_names_are_known(st_fit_problem *p)
{
	if (!is_said_once(p, "--sigma", p->q->sigmas, p->q->sigma_count) ||
		!is_said_once(p, "--map", p->q->maps, p->q->map_count))
		return false;
	for (uint32_t i = 0; i < p->q->map_count; i++)
		if (!map_is_known(p, p->q->maps[i]))
			return false;
	for (uint32_t i = 0; i < p->q->sigma_count; i++)
		if (!sigma_is_known(p, p->q->sigmas[i]))
			return false;
	return true;
}

/* The rows of sensitivities that the formulas need, each once. */
static void find_rows(st_fit_problem *p, st_fit_experiment *e)
{
	for (uint32_t i = 0; i < e->curves.n; i++) {
		st_fit_curve *c = &e->curves.at[i];
		c->rows = sb_new_array(p->arena, uint32_t, c->formula->leaves.n + 1);
		for (uint32_t k = 0; k < c->formula->leaves.n; k++) {
			const st_leaf *leaf = &c->formula->leaves.at[k];
			uint32_t row = 0;
			while (row < e->rows.n && (e->rows.at[row].scalar != leaf->scalar || e->rows.at[row].rate != leaf->rate))
				row++;
			if (row == e->rows.n)
				sb_push(p->arena, e->rows, ((se_asked){leaf->scalar, leaf->rate}));
			c->rows[k] = row;
		}
	}
}

/* How far a column goes, for sums over columns of different units whose sigma nobody knows. */
static double spread_of(const sr_record *r, uint32_t column)
{
	double sum = 0, squares = 0;
	uint32_t n = 0;
	for (uint32_t i = 0; i < sr_rows(r); i++) {
		double v = sr_value(r, i, column);
		if (isfinite(v)) {
			sum += v;
			n++;
		}
	}
	for (uint32_t i = 0; i < sr_rows(r); i++) {
		double v = sr_value(r, i, column);
		squares += isfinite(v) ? (v - sum / n) * (v - sum / n) : 0;
	}
	return n > 1 && squares > 0 ? sqrt(squares / (n - 1)) : 1;
}

static bool sigma_is_good(st_fit_problem *p, const st_fit_experiment *e, const st_fit_curve *c, double sigma, double at)
{
	if (sigma > 0 && isfinite(sigma))
		return true;
	sb_help(sb_report(p->diag, SB_ERROR, "U0933", (sb_span){0}, "the sigma of '%s' at time %.9g in %s is %.9g", c->name,
					  at, e->data, sigma),
			"a sigma is a positive number, in the unit of its column; leave the measured value empty if there is none");
	return false;
}

static bool take_rows(st_fit_problem *p, uint32_t number, const sr_record *r)
{
	st_fit_experiment *e = &p->experiments[number];
	e->times = sb_new_array(p->arena, double, sr_rows(r) + 1);
	for (uint32_t row = 0; row < sr_rows(r); row++) {
		bool any = false;
		for (uint32_t i = 0; i < e->curves.n; i++) {
			st_fit_curve *c = &e->curves.at[i];
			double v = sr_value(r, row, c->column);
			double sigma = c->sigma_column != UINT32_MAX ? sr_value(r, row, c->sigma_column) : c->sigma;
			if (!isfinite(v)) {
				c->missing++;
				c->infinite += isinf(v) != 0;
				continue;
			}
			bool known = st_fit_is_given(c);
			if (known && !sigma_is_good(p, e, c, sigma, sr_time(r, row)))
				return false;
			p->known_sigma = p->known_sigma && known;
			p->mixed = p->mixed || known;
			sb_push(p->arena, p->points,
					((st_fit_point){number, i, e->count, sr_time(r, row), v, known ? sigma : c->spread, NAN, NAN}));
			c->count++;
			any = true;
		}
		if (any)
			e->times[e->count++] = sr_time(r, row);
	}
	return true;
}

static void tell_infinite(st_fit_problem *p, const st_fit_experiment *e)
{
	for (uint32_t i = 0; i < e->curves.n; i++) {
		const st_fit_curve *c = &e->curves.at[i];
		if (c->infinite)
			sb_report(p->diag, SB_WARNING, "U0954", (sb_span){0}, "%s: %u infinite value%s of '%s' count%s as missing",
					  e->data, c->infinite, c->infinite == 1 ? "" : "s", c->name, c->infinite == 1 ? "s" : "");
	}
}

bool st_fit_read(st_fit_problem *p, uint32_t number)
{
	st_fit_experiment *e = &p->experiments[number];
	sr_facts facts;
	sr_record *r = sr_read(e->data, &facts, p->diag);
	if (!r)
		return false;
	bool good = find_curves(p, e, r);
	bool many = e->curves.n > 1;
	for (uint32_t i = 0; i < e->curves.n; i++)
		e->curves.at[i].spread = many ? spread_of(r, e->curves.at[i].column) : 1;
	good = good && take_rows(p, number, r);
	if (good && !e->count) {
		good = false;
		sb_report(p->diag, SB_ERROR, "U0936", (sb_span){0}, "%s has no values", e->data);
	}
	if (good)
		find_rows(p, e);
	tell_infinite(p, e);
	sr_record_free(r);
	return good;
}
