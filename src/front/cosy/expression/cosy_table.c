/* FUNCTIONAL: tables of points. SPLINE is the natural cubic spline through all points, LINEAR straight lines between
 * them, STEPS the value of the last point at or before the argument. Outside of the points SPLINE and LINEAR go on in a
 * straight line.
 *
 * A table is a function of the model. In equations LINEAR and STEPS are written out as choices, because their corners
 * and steps are events. */
#include "front/cosy/expression/cosy_expression.h"

#include <string.h>

enum { MOST_EVENTS = 200 };

typedef struct co_table {
	co_node *node;
	uint32_t n;
	double *x, (*p)[4];
} co_table; /* n pieces: polynomials in x - x[i], from x[i] on; the first also before */

/* The second derivatives at the points, zero at the ends. */
static void spline(sb_arena *arena, uint32_t n, const double *x, const double *y, double *second)
{
	double *upper = sb_new_array(arena, double, n), *right = sb_new_array(arena, double, n);

	for (uint32_t i = 1; i + 1 < n; i++) {
		double h = x[i] - x[i - 1], k = x[i + 1] - x[i], diagonal = 2 * (h + k) - h * upper[i - 1];
		upper[i] = k / diagonal;
		right[i] = (6 * ((y[i + 1] - y[i]) / k - (y[i] - y[i - 1]) / h) - h * right[i - 1]) / diagonal;
	}
	for (uint32_t i = n - 1; i-- > 1;)
		second[i] = right[i] - upper[i] * second[i + 1];
}

static void make_pieces(co_context *c, co_table *t, const char *kind, uint32_t n, const double *x, const double *y)
{
	double *second = sb_new_array(c->arena, double, n);

	t->x = sb_new_array(c->arena, double, n + 1);
	t->p = sb_alloc(c->arena, sizeof(double[4]) * (n + 1));
	if (strcmp(kind, "SPLINE") == 0)
		spline(c->arena, n, x, y, second);
	if (strcmp(kind, "STEPS") == 0) {
		for (uint32_t i = 0; i < n; i++) {
			t->x[i] = x[i];
			t->p[i][0] = y[i];
		}
		t->n = n;
		return;
	}
	/* a straight piece before the first point, one for each interval, one behind the last; of LINEAR the ends need none
	 * of their own */
	bool ends = strcmp(kind, "SPLINE") == 0;
	double slope = 0;
	for (uint32_t i = 0; i + 1 < n; i++) {
		double h = x[i + 1] - x[i], b = (y[i + 1] - y[i]) / h - h * (2 * second[i] + second[i + 1]) / 6;
		if (ends && i == 0) {
			t->x[t->n] = x[0];
			t->p[t->n][0] = y[0];
			t->p[t->n++][1] = b;
		}
		t->x[t->n] = x[i];
		double piece[4] = {y[i], b, second[i] / 2, (second[i + 1] - second[i]) / (6 * h)};
		memcpy(t->p[t->n++], piece, sizeof piece);
		slope = b + h * (second[i] + second[i + 1]) / 2;
	}
	if (ends) {
		t->x[t->n] = x[n - 1];
		t->p[t->n][0] = y[n - 1];
		t->p[t->n++][1] = slope;
	}
}

static sx_ref piece_value(co_context *c, const co_table *t, uint32_t i, sx_ref x)
{
	sx_pool *p = c->pool;
	sx_ref d = sx_binary(p, SX_SUB, x, sx_real(p, t->x[i])), e = sx_real(p, t->p[i][3]);

	for (int k = 3; k-- > 0;)
		e = sx_binary(p, SX_ADD, sx_real(p, t->p[i][k]),
					  sx_is_number(p, e, 0) ? sx_real(p, 0) : sx_binary(p, SX_MUL, e, d));
	return e;
}

/* Pieces first .. last-1 as a tree of choices. */
static sx_ref choices(co_context *c, const co_table *t, uint32_t first, uint32_t last, sx_ref x)
{
	if (last - first == 1)
		return piece_value(c, t, first, x);
	uint32_t middle = first + (last - first) / 2;
	return sx_if(c->pool, sx_binary(c->pool, SX_LT, x, sx_real(c->pool, t->x[middle])), choices(c, t, first, middle, x),
				 choices(c, t, middle, last, x));
}

static bool read_points(co_context *c, const co_node *table, uint32_t *count, double **x, double **y)
{
	const co_node *pairs = co_child(table, 0);
	co_scope scope = {.c = c, .component = ""};
	uint32_t n = co_count(pairs);
	bool ok = true;

	*count = n;
	*x = sb_new_array(c->arena, double, n + 1);
	*y = sb_new_array(c->arena, double, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		const co_node *pair = pairs->of.at[i];
		ok &= co_number_constant(&scope, co_child(pair, 0), "a point of a table", *x + i) &&
			  co_number_constant(&scope, co_child(pair, 1), "a point of a table", *y + i);
		if (ok && i && (*x)[i] <= (*x)[i - 1]) {
			sb_message *m =
				sb_report(c->diag, SB_ERROR, "K0340", pair->span, "the points of '%s' do not rise: %g comes after %g",
						  table->name, (*x)[i], (*x)[i - 1]);
			sb_help(m, "put them in rising order, each once");
			return false;
		}
	}
	if (n < (strcmp(table->text, "STEPS") == 0 ? 1 : 2)) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0341", table->name_span, "'%s' has too few points", table->name),
				"a table needs at least two points");
		return false;
	}
	return ok;
}

static uint32_t make_function(co_context *c, const co_table *t, const co_node *table)
{
	sm_function *f = sb_new(c->arena, sm_function);
	sm_local x = {.name = "x", .type = SX_REAL, .role = SM_ARG, .span = table->name_span},
			 y = {.name = "y", .type = SX_REAL, .role = SM_RESULT, .span = table->name_span};
	sm_statement *s = sm_statement_new(c->m, SM_ASSIGN, table->span);

	f->name = table->name;
	f->span = table->name_span;
	sb_push(c->arena, f->locals, x);
	sb_push(c->arena, f->locals, y);
	f->args = f->results = 1;
	f->inlining = SM_INLINE_NO;
	s->target = sx_local(c->pool, 1, SX_REAL, NULL, 0);
	s->value = choices(c, t, 0, t->n, sx_local(c->pool, 0, SX_REAL, NULL, 0));
	sb_push(c->arena, f->body, s);
	sb_push(c->arena, c->m->functions, f);
	return c->m->functions.n - 1;
}

void co_declare_table(co_context *c, const co_node *table)
{
	co_symbol *s = co_add_symbol(c, CO_TABLE_NAME, table->name, table->name_span, table);
	co_table *t = sb_new(c->arena, co_table);
	uint32_t n;
	double *x, *y;

	if (!s || !read_points(c, table, &n, &x, &y))
		return;
	make_pieces(c, t, table->text, n, x, y);
	s->object = make_function(c, t, table);
	s->table = t;
}

sx_ref co_table_value(co_scope *s, const co_symbol *symbol, sx_ref x)
{
	const co_table *t = symbol->table;

	if (symbol->object == CO_NOWHERE)
		return 0;
	if (s->place == CO_IN_EQUATIONS && strcmp(symbol->node->text, "SPLINE") != 0 && t->n <= MOST_EVENTS)
		return choices(s->c, t, 0, t->n, x);
	return sx_call(s->c->pool, symbol->object, SX_REAL, &x, 1);
}
