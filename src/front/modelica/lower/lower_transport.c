/* spatialDistribution (3.6, 3.7.4.2): what goes in at one end of a line comes out at the other, later by the time that
 * the transport takes.
 *
 * It has two results and a memory, which is shared by both: a TRANSPORT of the model, and its values at the two ends.
 * With arrays for in0 and in1 there is a line for each element; x and the velocity are then common to all, and the
 * initial distribution may have a row for each. */
#include "front/modelica/lower/lower_inside.h"

enum { IN0, IN1, POSITION, POSITIVE, POINTS, VALUES, ARGUMENTS };

typedef struct line {
	const mo_builtin_call *k;
	uint32_t lines, n;           /* 0 lines: no arrays; points of the initial distribution */
	sx_ref *points, *values;     /* n for each line */
} line;

static sb_span span_of(const mo_builtin_call *k, uint32_t i)
{
	return i < k->e->a.n ? k->e->a.at[i]->span : k->e->span;
}

static sx_ref scalar_argument(const mo_builtin_call *k, uint32_t i, mo_base base)
{
	mo_value_type type = mo_type_of(base, 0, 0, NULL);

	if (!mo_fits(k->c, k->args[i], &type, span_of(k, i), "this argument of spatialDistribution"))
		return 0;
	return mo_elem(k->c, mo_cast(k->c, k->args[i], base), NULL);
}

/* How many lines: 0 for scalars. */
static bool count_lines(const mo_builtin_call *k, uint32_t *lines)
{
	const mo_value *a = k->args[IN0];
	uint32_t dims[2];

	*lines = 0;
	if (!mo_is_numeric(a) || a->type.rank > 1) {
		sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0620", span_of(k, IN0),
								  "what goes into a spatialDistribution is a Real or a vector of Reals, but this is %s",
								  mo_type_string(k->c, &a->type));
		sb_help(m, "call it once for each row");
		return false;
	}
	if (a->type.rank && (!mo_const_dims(k->c, a, dims) || (*lines = dims[0]) == 0)) {
		sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0620", span_of(k, IN0),
								  "the size of what goes into this spatialDistribution must be known, and not be 0");
		sb_help(m, "give in0 a size of at least 1 that is a constant or a parameter");
		return false;
	}
	mo_value_type type = a->type;
	type.base = MO_B_REAL;
	return mo_fits(k->c, k->args[IN1], &type, span_of(k, IN1), "what goes in at the other end");
}

static sx_ref element_at(mo_context *c, mo_value *v, uint32_t row, uint32_t column)
{
	sx_ref at[2] = { sx_int(c->pool, row + 1), sx_int(c->pool, column + 1) };

	return mo_elem(c, v, v->type.rank == 2 ? at : &at[1]);
}

static bool wrong_size(const line *l, uint32_t argument, const char *wanted)
{
	const mo_builtin_call *k = l->k;
	sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0620", span_of(k, argument),
							  "the %s of spatialDistribution are %s, but %s are needed",
							  argument == POINTS ? "initialPoints" : "initialValues",
							  mo_type_string(k->c, &k->args[argument]->type), wanted);
	sb_note(m, "the two arrays describe one distribution: the value at each of the points, from 0 to 1");
	sb_help(m, "give both the same size, such as initialPoints = {0, 1}, initialValues = {z0, z1}");
	return false;
}

/* The elements of initialPoints or initialValues, for each line. */
static bool lower_distribution(line *l, uint32_t argument, sx_ref **out)
{
	mo_context *c = l->k->c;
	mo_value *v = l->k->args[argument];
	uint32_t dims[2], lines = l->lines ? l->lines : 1;

	if (!mo_is_numeric(v) || v->type.rank < 1 || v->type.rank > 1 + (l->lines > 0) || !mo_const_dims(c, v, dims))
		return wrong_size(l, argument,
						  l->lines ? "a vector, or a matrix with a row for each element of in0,"
								   : "vectors of known size");
	if (v->type.rank == 2 && dims[0] != l->lines)
		return wrong_size(l, argument, "as many rows as in0 has elements");
	uint32_t n = dims[v->type.rank - 1];
	if (argument == POINTS)
		l->n = n;
	else if (n != l->n)
		return wrong_size(l, argument, sb_printf(c->arena, "%u values, one for each of the initialPoints,", l->n));
	if (n < 2)
		return wrong_size(l, argument, "at least two, at 0 and at 1,");
	v = mo_cast(c, v, MO_B_REAL);
	*out = sb_new_array(c->arena, sx_ref, (size_t)lines * n);
	for (uint32_t i = 0; i < lines * n; i++) {
		sx_ref e = element_at(c, v, i / n, i % n);
		if (!e)
			return false;
		if (!mo_is_parametric(c, e)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0525", span_of(l->k, argument),
				"this argument of '%s' must be a parameter expression, but it varies", l->k->name);
			sb_note(m, "it is needed before the run begins");
			sb_help(m, "use constants and parameters only");
			return false;
		}
		(*out)[i] = e;
	}
	return true;
}

static bool default_distribution(line *l, uint32_t argument, sx_ref **out)
{
	mo_context *c = l->k->c;
	uint32_t lines = l->lines ? l->lines : 1;

	if (argument == POINTS)
		l->n = 2;
	else if (l->n != 2) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0620", span_of(l->k, POINTS),
								  "initialPoints has %u elements, and initialValues is not given", l->n);
		sb_help(m, "give the value at each of the points");
		return false;
	}
	*out = sb_new_array(c->arena, sx_ref, 2 * (size_t)lines);
	for (uint32_t i = 0; i < 2 * lines; i++)
		(*out)[i] = sx_real(c->pool, argument == POINTS ? i % 2 : 0);
	return true;
}

/* Points that are numbers already are looked at now; the others when the run begins. */
static bool points_are_good(const line *l)
{
	mo_context *c = l->k->c;
	uint32_t lines = l->lines ? l->lines : 1;
	const char *why = NULL;

	for (uint32_t i = 0; i < lines * l->n && !why; i++) {
		if (!sx_is_const(c->pool, l->points[i]))
			continue;
		double now = sx_real_value(c->pool, l->points[i]);
		if (i % l->n == 0 && now != 0)
			why = "the first one must be 0";
		else if (i % l->n == l->n - 1 && now != 1)
			why = "the last one must be 1";
		else if (i % l->n && sx_is_const(c->pool, l->points[i - 1]) && now < sx_real_value(c->pool, l->points[i - 1]))
			why = "none may be less than the one before it";
	}
	if (!why)
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0621", span_of(l->k, POINTS),
							  "the initialPoints of spatialDistribution do not go from 0 to 1: %s", why);
	sb_help(m, "0 is the end where in0 enters, and 1 is the other end: divide the positions by the length");
	return false;
}

static mo_value *end_of(const line *l, sx_ref *transports, uint32_t end)
{
	mo_context *c = l->k->c;
	uint32_t lines = l->lines ? l->lines : 1;
	mo_value **items = sb_new_array(c->arena, mo_value *, lines);

	for (uint32_t i = 0; i < lines; i++)
		items[i] = mo_value_scalar(c, sx_make(c->pool, SX_TRANSPORTED, SX_REAL, end, &transports[i], 1), MO_B_REAL, 0);
	return l->lines ? mo_value_list(c, items, lines, &lines, 1, &items[0]->type) : items[0];
}

/* The first result; the second one goes to k->second. */
mo_value *mo_builtin_transport(const mo_builtin_call *k)
{
	mo_context *c = k->c;
	line l = { .k = k };
	sx_ref x = scalar_argument(k, POSITION, MO_B_REAL), positive = x ? scalar_argument(k, POSITIVE, MO_B_BOOLEAN) : 0;

	if (!positive || !count_lines(k, &l.lines))
		return NULL;
	bool points = k->n > POINTS && k->args[POINTS], values = k->n > VALUES && k->args[VALUES];
	if (!(points ? lower_distribution(&l, POINTS, &l.points) : default_distribution(&l, POINTS, &l.points)) ||
		!(values ? lower_distribution(&l, VALUES, &l.values) : default_distribution(&l, VALUES, &l.values)) ||
		!points_are_good(&l))
		return NULL;
	mo_value *in[2] = { mo_cast(c, k->args[IN0], MO_B_REAL), mo_cast(c, k->args[IN1], MO_B_REAL) };
	uint32_t lines = l.lines ? l.lines : 1, site = mo_lowering_of(c)->sites++;
	sx_ref *transports = sb_new_array(c->arena, sx_ref, lines),
		   *args = sb_new_array(c->arena, sx_ref, 4 + 2 * (size_t)l.n);
	for (uint32_t i = 0; i < lines; i++) {
		sx_ref at = sx_int(c->pool, i + 1);
		args[0] = mo_elem(c, in[0], l.lines ? &at : NULL);
		args[1] = mo_elem(c, in[1], l.lines ? &at : NULL);
		args[2] = x;
		args[3] = positive;
		for (uint32_t p = 0; p < l.n; p++) {
			args[4 + p] = l.points[i * l.n + p];
			args[4 + l.n + p] = l.values[i * l.n + p];
		}
		if (!args[0] || !args[1] || !(transports[i] = sx_make(c->pool, SX_TRANSPORT, SX_REAL, site, args, 4 + 2 * l.n)))
			return NULL;
	}
	if (k->second)
		*k->second = end_of(&l, transports, SX_END_1);
	return end_of(&l, transports, SX_END_0);
}
