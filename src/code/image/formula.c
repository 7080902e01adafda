/* Formulas: gone through once, from the first operation to the last. What is not known makes unknown what needs it, and
 * only that: the branch of an if that is not taken, and the second operand of an `and` that the first decides, do no
 * harm. The arithmetic is that of the generated code (expr/value.h). */
#include "code/image/image.h"

#include <stdlib.h>
#include <string.h>

#include "base/stock.h"
#include "expr/value.h"

enum { FEW = 32, NESTING = 32 };

typedef struct slot { bool known; sx_value v; } slot;

typedef struct machine {
	const si_image *image;
	const si_reading *reading;
	sb_arena *strings;               /* for texts that are made; NULL: none was needed yet */
	uint32_t depth;
} machine;

static bool run(machine *m, si_formula formula, const si_reading *reading, sx_value *out);

/* What a reader gave, as a value of the operation's type. */
static bool settle(sx_type type, const si_value *from, sx_value *out)
{
	if (from->type == SI_TYPE_STRING || type == SX_STRING) {
		*out = sx_value_string(from->string);
		return from->type == (uint32_t)type && from->string;
	}
	if (from->type == SI_NOTYPE)
		return false;
	if (type == SX_REAL) {
		*out = sx_value_real(from->type == SI_TYPE_REAL ? from->real : (double)from->integer);
		return true;
	}
	if (from->type == SI_TYPE_REAL)
		return false;
	*out = type == SX_BOOLEAN ? sx_value_bool(from->integer != 0) : sx_value_int(from->integer);
	return true;
}

/* The scalar that a variable is where its subscripts have these values; UINT32_MAX: none. */
static uint32_t element_of(const machine *m, const si_operation *o, const slot *at)
{
	const si_variable *v = si_var(m->image, o->payload);
	const uint32_t *arguments = &m->image->numbers.at[o->first];
	uint32_t element = 0;

	for (uint32_t d = 0; d < v->rank; d++) {
		uint32_t size = m->image->numbers.at[v->shape + d];
		const slot *s = &at[arguments[d]];
		if (!s->known || s->v.integer < 1 || s->v.integer > size)
			return UINT32_MAX;
		element = element * size + (uint32_t)(s->v.integer - 1);
	}
	return v->first + element;
}

static bool ask(machine *m, const si_operation *o, const slot *at, sx_value *out)
{
	bool variable = o->op == SX_VAR || o->op == SX_DER;
	uint32_t scalar = variable && o->count ? element_of(m, o, at) : o->payload;
	si_value v = {0};

	if (variable && scalar == UINT32_MAX)
		return false;
	if (o->op == SX_LATCH && o->count) {         /* one of a block: so many after its number */
		const slot *point = &at[m->image->numbers.at[o->first]];
		si_operation one = { .op = o->op, .type = o->type, .payload = o->payload + (uint32_t)point->v.integer };
		return point->known && one.payload < m->image->watches.n && m->reading->leaf &&
			m->reading->leaf(m->reading, &one, one.payload, &v) && settle((sx_type)o->type, &v, out);
	}
	return m->reading->leaf && m->reading->leaf(m->reading, o, scalar, &v) && settle((sx_type)o->type, &v, out);
}

static bool find_iterator(const machine *m, const si_operation *o, sx_value *out)
{
	for (uint32_t i = m->reading->count; i-- > 0;)
		if (m->reading->iterators[i] == o->payload) {
			*out = sx_value_int(m->reading->at[i]);
			return true;
		}
	return false;
}

static bool literal(const machine *m, const si_operation *o, sx_value *out)
{
	switch (o->type) {
	case SX_REAL: *out = sx_value_real(m->image->literals.at[o->payload]); return true;
	case SX_STRING: *out = sx_value_string(si_word(m->image, o->payload)); return true;
	case SX_BOOLEAN: *out = sx_value_bool(o->payload != 0); return true;
	default: *out = sx_value_int(m->image->wholes.at[o->payload]); return true;
	}
}

/* The element of a literal array: subscripts first, then the elements row by row; the sizes are in `numbers`. */
static bool pick(const machine *m, const si_operation *o, const slot *at, sx_value *out)
{
	const uint32_t *arguments = &m->image->numbers.at[o->first], *sizes = &m->image->numbers.at[o->payload];
	uint32_t rank = o->rank;
	uint64_t number = 0;

	for (uint32_t d = 0; d < rank; d++) {
		const slot *s = &at[arguments[d]];
		if (!s->known || s->v.integer < 1 || s->v.integer > sizes[d])
			return false;
		number = number * sizes[d] + (uint64_t)s->v.integer - 1;
	}
	const slot *found = number < o->count - rank ? &at[arguments[rank + number]] : NULL;
	*out = found && found->known ? found->v : (sx_value){0};
	return found && found->known;
}

static sx_op step_of(sx_op op)
{
	return op == SX_SUM ? SX_ADD : op == SX_PRODUCT ? SX_MUL : op == SX_MINIMUM ? SX_MIN : SX_MAX;
}

/* A reduction: the body is a formula, over one iterator more. */
static bool reduce(machine *m, const si_operation *o, const slot *at, sx_value *out)
{
	const uint32_t *arguments = &m->image->numbers.at[o->first];        /* from, to; then the iterator's number */
	const si_reading *outer = m->reading;
	bool extreme = o->op == SX_MINIMUM || o->op == SX_MAXIMUM, good = m->depth < NESTING;

	if (!at[arguments[0]].known || !at[arguments[1]].known)
		return false;
	int64_t from = at[arguments[0]].v.integer, to = at[arguments[1]].v.integer;
	if (from > to && extreme)
		return false;
	uint32_t *iterators = sb_draw(NULL, (outer->count + 1) * sizeof *iterators);
	int64_t *values = sb_draw(NULL, (outer->count + 1) * sizeof *values);
	for (uint32_t i = 0; i < outer->count; i++) {
		iterators[i] = outer->iterators[i];
		values[i] = outer->at[i];
	}
	iterators[outer->count] = arguments[2];
	si_reading inner = {outer->leaf, outer->context, iterators, values, outer->count + 1};
	*out = o->type == SX_REAL ? sx_value_real(o->op == SX_PRODUCT) : sx_value_int(o->op == SX_PRODUCT);
	m->depth++;
	for (int64_t i = from; i <= to && good; i++) {
		sx_value pair[2] = {*out, {0}};
		values[outer->count] = i;
		good = run(m, o->payload, &inner, &pair[1]);
		if (good && extreme && i == from)
			*out = pair[1];
		else if (good)
			good = sx_apply(step_of((sx_op)o->op), (sx_type)o->type, pair, 2, (sx_texts){NULL, m->strings}, out);
		if (i == INT64_MAX)
			break;
	}
	m->depth--;
	sb_put_back(iterators);
	sb_put_back(values);
	return good;
}

/* What decides as it goes. */
static bool choose(const si_operation *o, const slot *first, const slot *second, const slot *third, sx_value *out)
{
	const slot *taken = first;

	if (!first->known)
		return false;
	if (o->op == SX_IF)
		taken = first->v.integer ? second : third;
	else if (o->op != SX_HOMOTOPY && (first->v.integer != 0) != (o->op == SX_OR))
		taken = second;
	*out = taken->v;
	return taken->known;
}

static bool apply(machine *m, const si_operation *o, const slot *at, sx_value *out)
{
	const uint32_t *arguments = &m->image->numbers.at[o->first];
	sx_value values[4];

	if (o->count > 4)
		return false;
	for (uint32_t i = 0; i < o->count; i++) {
		if (!at[arguments[i]].known)
			return false;
		values[i] = at[arguments[i]].v;
	}
	if (o->type == SX_STRING && !m->strings)
		m->strings = sb_arena_new();
	return sx_apply((sx_op)o->op, (sx_type)o->type, values, o->count, (sx_texts){NULL, m->strings}, out);
}

static bool operate(machine *m, const si_operation *o, const slot *at, sx_value *out)
{
	const uint32_t *a = &m->image->numbers.at[o->first];

	switch (o->op) {
	case SI_OPEN: return false;
	case SI_OR_ZERO:
		*out = at[a[0]].known ? at[a[0]].v : sx_value_real(0);
		if (out->type != SX_REAL)
			*out = sx_value_real((double)out->integer);
		return true;
	case SX_CONST: return literal(m, o, out);
	case SX_ITER: return find_iterator(m, o, out);
	case SX_VAR: case SX_DER: case SX_PRE: case SX_TIME: case SX_INITIAL: case SX_TERMINAL: case SX_LATCH:
	case SX_SAMPLE: return ask(m, o, at, out);
	case SX_IF: return choose(o, &at[a[0]], &at[a[1]], &at[a[2]], out);
	case SX_AND: case SX_OR: return choose(o, &at[a[0]], &at[a[1]], NULL, out);
	case SX_HOMOTOPY: return choose(o, &at[a[0]], NULL, NULL, out);
	case SX_AT: return pick(m, o, at, out);
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: return reduce(m, o, at, out);
	default: return apply(m, o, at, out);
	}
}

static void run_each(machine *m, const si_formula_row *f, const si_reading *reading, slot *at)
{
	const si_reading *before = m->reading;

	m->reading = reading;
	for (uint32_t k = 0; k < f->n; k++) {
		at[k].v = (sx_value){0};
		at[k].known = operate(m, &m->image->operations.at[f->first + k], at, &at[k].v);
	}
	m->reading = before;
}

static bool run(machine *m, si_formula formula, const si_reading *reading, sx_value *out)
{
	const si_formula_row *f = &m->image->formulas.at[formula];
	slot few[FEW], *at = f->n <= FEW ? few : sb_draw(NULL, f->n * sizeof *at);

	run_each(m, f, reading, at);
	bool known = f->n && at[f->n - 1].known;
	*out = known ? at[f->n - 1].v : (sx_value){0};
	if (at != few)
		sb_put_back(at);
	return known;
}

bool si_evaluate(const si_image *image, si_formula formula, const si_reading *reading, si_value *out)
{
	machine m = {.image = image};
	sx_value v;
	bool known = formula && run(&m, formula, reading, &v);

	*out = known ? (si_value){.type = v.type, .real = v.real, .integer = v.integer} : (si_value){0};
	if (m.strings)
		sb_arena_free(m.strings);
	return known;
}

void si_evaluate_each(const si_image *image, si_formula formula, const si_reading *reading, si_value *out)
{
	machine m = {.image = image};
	const si_formula_row *f = &image->formulas.at[formula];
	slot *at = sb_draw(NULL, (f->n + 1) * sizeof *at);

	run_each(&m, f, reading, at);
	for (uint32_t k = 0; k < f->n; k++)
		out[k] = at[k].known ? (si_value){.type = at[k].v.type, .real = at[k].v.real, .integer = at[k].v.integer}
							 : (si_value){0};
	sb_put_back(at);
	if (m.strings)
		sb_arena_free(m.strings);
}

bool si_is_reduction(uint32_t op)
{
	return op == SX_SUM || op == SX_PRODUCT || op == SX_MINIMUM || op == SX_MAXIMUM;
}

static uint32_t arity_of(uint32_t op)
{
	static const int8_t arity[SX_OP_COUNT] = {0,
#define X(name, spelling, count) count,
		SX_OPS(X)
#undef X
	};
	return op < SX_OP_COUNT ? (uint32_t)arity[op] : 0;
}

static bool leaf_is_good(const si_image *image, const si_operation *o)
{
	switch (o->op) {
	case SX_CONST:
		return o->payload < (o->type == SX_REAL	     ? image->literals.n
							 : o->type == SX_STRING	 ? image->texts.n
							 : o->type == SX_BOOLEAN ? 2
													 : image->wholes.n);
	case SX_VAR: case SX_DER:
		return !o->count ? o->payload < image->scalars
						 : o->payload < image->variables.n && o->count == si_var(image, o->payload)->rank;
	case SX_PRE: return o->payload < image->pres.n;
	case SX_LATCH: return o->payload < image->watches.n;
	case SX_SAMPLE: return o->payload < image->clocks.n;
	default: return o->op == SX_ITER || o->op == SX_TIME || o->op == SX_INITIAL || o->op == SX_TERMINAL;
	}
}

bool si_operation_is_good(const si_image *image, const si_operation *o)
{
	if (o->op == SI_OPEN)
		return true;
	if (o->op == SI_OR_ZERO)
		return o->count == 1;
	if (o->op <= SX_LATCH || o->op == SX_DER || o->op == SX_PRE || o->op == SX_SAMPLE)
		return leaf_is_good(image, o);
	if (o->op == SX_AT)
		return o->rank <= o->count && o->payload <= image->numbers.n && o->rank <= image->numbers.n - o->payload;
	if (si_is_reduction(o->op))
		return true;
	return o->count == arity_of(o->op) && o->count <= 4;
}

bool si_leaf_is_good(const si_image *image, uint32_t op, uint32_t number)
{
	return op == SX_PRE ? number < image->pres.n : (op == SX_VAR || op == SX_DER) && number < image->scalars;
}

uint64_t si_operations_hash(void)
{
	uint64_t hash = SX_OP_COUNT;
#define X(name, spelling, count) hash = sb_hash(#name, sizeof #name, hash);
	SX_OPS(X)
#undef X
	return hash;
}
