/* Names, phrases and formulas of an image. */
#include "code/make/make.h"
#include "model/print/print.h"

static const uint32_t OF_SOURCE = 1u << 31, EQUATION = 1u << 30;

si_text si_make_text(si_maker *m, const char *text)
{
	uint64_t known;

	if (!text || !*text)
		return 0;
	if (sb_map_get(&m->words, (uint64_t)(uintptr_t)text, &known))
		return (si_text)known;
	sb_push(m->arena, m->image->texts, text);
	sb_map_put(&m->words, (uint64_t)(uintptr_t)text, m->image->texts.n - 1);
	return m->image->texts.n - 1;
}

si_range si_make_numbers(si_maker *m, const uint32_t *from, uint32_t n)
{
	si_range range = { m->image->numbers.n, n };

	for (uint32_t i = 0; i < n; i++)
		sb_push(m->arena, m->image->numbers, from[i]);
	return range;
}

/* ---- phrases */

static si_phrase add_phrase(si_maker *m, uint32_t origin)
{
	sb_push(m->arena, m->image->phrases, ((si_phrase_row){ 0, origin }));
	return m->image->phrases.n - 1;
}

si_phrase si_make_phrase(si_maker *m, sx_ref e)
{
	return e ? add_phrase(m, e) : 0;
}

si_phrase si_make_source_phrase(si_maker *m, sx_ref e)
{
	return e ? add_phrase(m, e | OF_SOURCE) : 0;
}

si_phrase si_make_equation_phrase(si_maker *m, uint32_t number)
{
	return add_phrase(m, number | EQUATION);
}

/* In one line, without its semicolon. */
static void print_equation(const ss_plan *plan, uint32_t number, sb_text *out)
{
	size_t begin = out->n;
	uint32_t i = 0;

	while (number >= plan->loops.at[i]->equations.n)
		number -= plan->loops.at[i++]->equations.n;
	sm_print_equation(plan->model, plan->loops.at[i]->equations.at[number], out);
	while (out->n > begin && (out->at[out->n - 1] == '\n' || out->at[out->n - 1] == ';'))
		out->at[--out->n] = 0;
}

void si_print_origin(const si_image *image, uint32_t origin, sb_text *out)
{
	const ss_plan *plan = image->maker;

	if ((origin & (OF_SOURCE | EQUATION)) == EQUATION) {
		print_equation(plan, origin & ~EQUATION, out);
		return;
	}
	sm_print_expr(origin & OF_SOURCE ? plan->source : plan->model, origin & ~OF_SOURCE, out);
}

/* ---- formulas */

typedef struct writing {
	si_maker *m;
	uint32_t first;                  /* of the formula's operations */
	sb_map at;                       /* expression -> its operation in this formula */
} writing;

static uint32_t add(writing *w, si_operation o)
{
	sb_push(w->m->arena, w->m->image->operations, o);
	return w->m->image->operations.n - 1 - w->first;
}

static uint32_t number_of(const writing *w, sx_ref e)
{
	uint64_t at = 0;

	sb_map_get(&w->at, e, &at);
	return (uint32_t)at;
}

static void add_arguments(writing *w, si_operation *o, sx_ref e, uint32_t from)
{
	o->first = w->m->image->numbers.n;
	o->count = sx_at(w->m->pool, e)->count - from;
	for (uint32_t i = 0; i < o->count; i++)
		sb_push(w->m->arena, w->m->image->numbers, number_of(w, sx_arg(w->m->pool, e, from + i)));
}

static uint32_t literal(si_maker *m, sx_ref e)
{
	switch (sx_type_of(m->pool, e)) {
	case SX_REAL: sb_push(m->arena, m->image->literals, sx_real_value(m->pool, e)); return m->image->literals.n - 1;
	case SX_STRING: return si_make_text(m, sx_string_value(m->pool, e));
	case SX_BOOLEAN: return sx_int_value(m->pool, e) != 0;
	default: sb_push(m->arena, m->image->wholes, sx_int_value(m->pool, e)); return m->image->wholes.n - 1;
	}
}

/* A scalar where its subscripts are literals, else the variable and its subscripts. */
static bool put_variable(writing *w, si_operation *o, sx_ref var)
{
	const sm_model *model = w->m->model;
	const sx_node *node = sx_at(w->m->pool, var);

	if (node->op != SX_VAR || node->payload >= model->variables.n || node->count != sm_var(model, node->payload)->rank)
		return false;
	uint32_t scalar = node->flags & SX_HAS_ITER ? UINT32_MAX : sm_scalar_of(model, var);
	o->payload = scalar != UINT32_MAX ? scalar : node->payload;
	if (scalar == UINT32_MAX)
		add_arguments(w, o, var, 0);
	return scalar != UINT32_MAX || node->count;
}

static bool put_pre(const writing *w, si_operation *o, sx_ref e)
{
	const ss_plan *plan = w->m->plan;
	uint32_t k = 0;

	while (k < plan->pres.n && plan->pres.at[k].var != sx_arg(w->m->pool, e, 0))
		k++;
	o->payload = k;
	return k < plan->pres.n;
}

/* The element of a literal array: its subscripts, then the elements. */
static bool put_element(writing *w, si_operation *o, sx_ref e)
{
	sx_ref array = sx_arg(w->m->pool, e, 0);
	uint32_t rank, count = sx_at(w->m->pool, e)->count - 1;
	const uint32_t *dims = sx_shape(w->m->pool, array, &rank);

	if (sx_op_of(w->m->pool, array) != SX_ARRAY || !dims || rank != count || rank > UINT8_MAX)
		return false;
	o->payload = si_make_numbers(w->m, dims, rank).first;
	o->rank = (uint8_t)rank;
	add_arguments(w, o, e, 1);
	for (uint32_t i = 0; i < sx_at(w->m->pool, array)->count; i++, o->count++)
		sb_push(w->m->arena, w->m->image->numbers, number_of(w, sx_arg(w->m->pool, array, i)));
	return true;
}

static bool put_reduction(writing *w, si_operation *o, sx_ref e, si_formula body)
{
	sx_ref iterator = sx_arg(w->m->pool, e, 0);

	o->payload = body;
	o->first = w->m->image->numbers.n;
	o->count = 4;
	sb_push(w->m->arena, w->m->image->numbers, number_of(w, sx_arg(w->m->pool, e, 1)));
	sb_push(w->m->arena, w->m->image->numbers, number_of(w, sx_arg(w->m->pool, e, 2)));
	sb_push(w->m->arena, w->m->image->numbers, sx_at(w->m->pool, iterator)->payload);
	sb_push(w->m->arena, w->m->image->numbers, number_of(w, sx_arg(w->m->pool, e, 3)));
	return body && sx_op_of(w->m->pool, iterator) == SX_ITER;
}

static bool put(writing *w, si_operation *o, sx_ref e)
{
	const sx_node *node = sx_at(w->m->pool, e);
	uint64_t body = 0;

	switch (node->op) {
	case SX_CONST: o->payload = literal(w->m, e); return true;
	case SX_ITER: case SX_SAMPLE: o->payload = node->payload; return true;
	case SX_LATCH: o->payload = node->payload; add_arguments(w, o, e, 0); return true;
	case SX_TIME: case SX_INITIAL: case SX_TERMINAL: return true;
	case SX_VAR: return put_variable(w, o, e);
	case SX_DER: return put_variable(w, o, sx_arg(w->m->pool, e, 0));
	case SX_PRE: return put_pre(w, o, e);
	case SX_AT: return put_element(w, o, e);
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM:
		sb_map_get(&w->m->formulas, sx_arg(w->m->pool, e, 3), &body);       /* made before: see make_bodies */
		return put_reduction(w, o, e, (si_formula)body);
	default:
		if (node->op < SX_NEG || (node->op > SX_TO_INTEGER && node->op != SX_NOEVENT && node->op != SX_SMOOTH &&
								  node->op != SX_HOMOTOPY && node->op != SX_CONCAT && node->op != SX_TO_STRING))
			return false;
		add_arguments(w, o, e, 0);
		return true;
	}
}

static bool is_leaf(sx_op op)
{
	return op == SX_VAR || op == SX_LOCAL || op == SX_DER || op == SX_PRE;
}

static bool write_node(void *context, const sx_pool *pool, sx_ref e)
{
	writing *w = context;
	si_operation o = { .op = sx_at(pool, e)->op, .type = sx_at(pool, e)->type };

	if (!put(w, &o, e)) {
		o = (si_operation){ .op = SI_OPEN, .type = o.type };
		if (!is_leaf(sx_op_of(pool, e)))
			add_arguments(w, &o, e, 0);
	}
	sb_map_put(&w->at, e, add(w, o));
	return true;
}

/* The bodies of reductions are formulas of their own, made before what they stand in: operations of one formula follow
 * each other. */
static bool make_body(void *context, const sx_pool *pool, sx_ref e)
{
	sx_op op = sx_op_of(pool, e);

	if (op == SX_SUM || op == SX_PRODUCT || op == SX_MINIMUM || op == SX_MAXIMUM)
		si_make_formula(context, sx_arg(pool, e, 3));
	return true;
}

static writing begin(si_maker *m)
{
	return (writing){ m, m->image->operations.n, sb_map_new(m->scratch) };
}

static bool is_odd(const si_operation *o)
{
	static const sx_op odd[] = { SX_DIV,  SX_POW, SX_SQRT, SX_LOG,  SX_LOG10, SX_ASIN,
								 SX_ACOS, SX_TAN, SX_EXP,  SX_QUOT, SX_MOD,   SX_REM };

	for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
		if (o->op == odd[k])
			return true;
	return false;
}

static si_formula end(writing *w, sx_ref origin, bool sizes)
{
	si_image *image = w->m->image;
	si_formula_row row = { .first = w->first,
		.n = image->operations.n - w->first,
		.origin = origin,
		.sizes = sizes,
		.by_element = sx_flags(w->m->pool, origin) & SX_HAS_ITER };

	for (uint32_t i = 0; i < row.n; i++)
		row.odd = row.odd || is_odd(&image->operations.at[row.first + i]);
	sb_push(w->m->arena, image->formulas, row);
	return image->formulas.n - 1;
}

si_formula si_make_formula(si_maker *m, sx_ref e)
{
	uint64_t known;

	if (!e)
		return 0;
	if (sb_map_get(&m->formulas, e, &known))
		return (si_formula)known;
	if (sx_flags(m->pool, e) & SX_HAS_ITER)
		sx_visit(m->pool, e, make_body, m);
	sb_mark mark = sb_arena_mark(m->scratch);
	writing w = begin(m);
	if (sx_is_const(m->pool, e))
		add(&w, (si_operation){ .op = SX_CONST, .type = sx_at(m->pool, e)->type, .payload = literal(m, e) });
	else
		sx_visit(m->pool, e, write_node, &w);
	si_formula formula = end(&w, e, false);
	sb_arena_rewind(m->scratch, mark);
	sb_map_put(&m->formulas, e, formula);
	return formula;
}

/* ---- sizes of terms */

enum { TERMS_DEEP = 50 };

static si_operation of(si_maker *m, uint16_t op, uint32_t a, uint32_t b, uint32_t count)
{
	si_operation o = { .op = op, .type = SX_REAL, .first = m->image->numbers.n, .count = count };

	sb_push(m->arena, m->image->numbers, a);
	if (count > 1)
		sb_push(m->arena, m->image->numbers, b);
	return o;
}

static uint32_t write_terms(writing *w, sx_ref e, int depth)
{
	const sx_pool *p = w->m->pool;
	sx_op op = depth < TERMS_DEEP ? sx_op_of(p, e) : SX_NOTHING;

	if (op == SX_ADD || op == SX_SUB) {
		uint32_t a = write_terms(w, sx_arg(p, e, 0), depth + 1), b = write_terms(w, sx_arg(p, e, 1), depth + 1);
		return add(w, of(w->m, SX_ADD, a, b, 2));
	}
	if (op == SX_NEG)
		return write_terms(w, sx_arg(p, e, 0), depth + 1);
	w->at = sb_map_new(w->m->scratch);
	sx_visit(p, e, write_node, w);
	uint32_t value = add(w, of(w->m, SI_OR_ZERO, number_of(w, e), 0, 1));
	return add(w, of(w->m, SX_ABS, value, 0, 1));
}

si_formula si_make_terms(si_maker *m, sx_ref e)
{
	if (!e)
		return 0;
	if (sx_flags(m->pool, e) & SX_HAS_ITER)
		sx_visit(m->pool, e, make_body, m);
	sb_mark mark = sb_arena_mark(m->scratch);
	writing w = begin(m);
	write_terms(&w, e, 0);
	si_formula formula = end(&w, e, true);
	sb_arena_rewind(m->scratch, mark);
	return formula;
}
