/* What is shared: which subexpressions get a name, and where it is declared. See generate.h for the rule. */
#include "code/generate/generate.h"

#include <string.h>

enum {
	LONG = 150,            /* nodes in one C expression before a part of it gets a name */
	LONG_GUARDED = 2000    /* the same under a condition: beyond it, it is computed before the condition */
};

void sc_unit(sc_emitter *em)
{
	em->epoch++;
	em->stamp++;
	em->base = em->level;
	em->root = em->at;
	em->scoped.n = 0;
}

bool sc_is_leaf(const sc_emitter *em, sx_ref e)
{
	switch (sx_op_of(em->pool, e)) {
	case SX_CONST:
	case SX_VAR:
	case SX_LOCAL:
	case SX_ITER:
	case SX_TIME:
	case SX_INITIAL:
	case SX_TERMINAL:
	case SX_LATCH:
	case SX_DER: case SX_PRE: case SX_SAMPLE:
		return true;
	default:
		return false;
	}
}

/* Questions of routines are asked as often as they are written: nothing that holds one has a name. */
static bool asks(const sc_emitter *em, sx_ref e)
{
	return sx_flags(em->pool, e) & SX_HAS_ASK;
}

/* Which arguments are evaluated only under a condition, or many times. */
static bool is_guarded(sx_op op, uint32_t arg)
{
	switch (op) {
	case SX_IF: case SX_AND: case SX_OR: return arg > 0;
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: return arg == 3;
	case SX_HOMOTOPY: return true;
	default: return false;
	}
}

enum { ALWAYS = 1, COUNTED = 2 };

/* A node is visited once, and a second time if only a later path shows that it is certainly evaluated; that visit
 * must not count the uses again. */
void sc_analyse(sc_emitter *em, sx_ref root, bool always)
{
	uint32_t bottom = em->stack.n;
	if (!root)
		return;
	sb_push(em->arena, em->stack, root);
	sb_push(em->arena, em->stack, always ? ALWAYS : 0);
	while (em->stack.n > bottom) {
		uint32_t how = em->stack.at[--em->stack.n];
		sx_ref e = em->stack.at[--em->stack.n];
		sc_info *info = &em->info[e];
		bool fresh = info->epoch != em->epoch;
		if (fresh)
			*info = (sc_info){ .epoch = em->epoch };
		if (!(how & COUNTED))
			info->uses++;
		if (!fresh && !((how & ALWAYS) && !info->always))
			continue;
		info->always |= how & ALWAYS;
		const sx_node *node = sx_at(em->pool, e);
		if (node->op == SX_DER || node->op == SX_PRE || sc_moving_of(em, e))
			continue;
		for (uint32_t i = 0; i < node->count; i++) {
			sx_ref arg = sx_arg(em->pool, e, i);
			if (!arg)
				continue;
			sb_push(em->arena, em->stack, arg);
			sb_push(em->arena, em->stack,
					(uint32_t)((info->always && !is_guarded(node->op, i) ? ALWAYS : 0) | (fresh ? 0 : COUNTED)));
		}
	}
}

/* A call with several results, or arrays: its results have names of their own, see call.c. */
static bool is_multiple(const sc_emitter *em, sx_ref e)
{
	const sx_node *node = sx_at(em->pool, e);
	if (node->op == SX_OUT)
		return true;
	return node->op == SX_CALL && !sc_result_returned(em->model->functions.at[node->payload]);
}

/* A factor or term that does not make an Integer too large within a lifetime: a small number, or a counter of a
 * loop. */
static bool is_harmless(const sc_emitter *em, sx_ref e)
{
	if (sx_is_const(em->pool, e))
		return sx_int_value(em->pool, e) > -((int64_t)1 << 31) && sx_int_value(em->pool, e) < (int64_t)1 << 31;
	return sx_op_of(em->pool, e) == SX_ITER;
}

/* Integers grow by products and by sums of each other; what is counted up by a small number, or by the counter of a
 * loop, does not come to the end of its range in a lifetime. A product of such a counter does, as factorials show. */
bool sc_can_overflow(const sc_emitter *em, sx_ref e)
{
	const sx_node *node = sx_at(em->pool, e);
	if (node->type != SX_INTEGER || (node->op != SX_ADD && node->op != SX_SUB && node->op != SX_MUL))
		return false;
	bool a = is_harmless(em, sx_arg(em->pool, e, 0)), b = is_harmless(em, sx_arg(em->pool, e, 1));
	return node->op == SX_MUL ? !a || !b : !a && !b;
}

static bool can_fail(const sc_emitter *em, sx_ref e)
{
	const sx_node *node = sx_at(em->pool, e);
	if (sc_is_indefinite(em, e))
		return true;
	switch (node->op) {
	case SX_CALL:
	case SX_OUT:
	case SX_AT:
	case SX_ASK:
	case SX_DELAY:
	case SX_TRANSPORTED:
	case SX_INTEGER_OF:
	case SX_CONCAT:
	case SX_TO_STRING:
	case SX_ARRAY:
		return true;
	case SX_QUOT: case SX_MOD: case SX_REM:
		return node->type != SX_REAL;
	case SX_ADD: case SX_SUB: case SX_MUL: return sc_can_overflow(em, e);
	case SX_SUM: case SX_PRODUCT: return node->type == SX_INTEGER;
	case SX_VAR: case SX_LOCAL:
		for (uint32_t i = 0; i < node->count && !sc_moving_of(em, e); i++)
			if (!sx_is_const(em->pool, sx_arg(em->pool, e, i)))
				return true;
		return false;
	default:
		return false;
	}
}

/* In the middle of a formula the first compiler would save all it has in registers around a branch or a call. */
static bool interrupts(const sc_emitter *em, sx_ref e)
{
	switch (sx_op_of(em->pool, e)) {
	case SX_SIN: case SX_COS: case SX_TAN: case SX_ASIN: case SX_ACOS: case SX_ATAN: case SX_ATAN2: case SX_SINH:
	case SX_COSH: case SX_TANH: case SX_EXP: case SX_LOG: case SX_LOG10: case SX_IF:
		return sx_type_of(em->pool, e) == SX_REAL;
	default: return false;
	}
}

static bool is_named(const sc_emitter *em, sx_ref e)
{
	const sc_info *info = &em->info[e];
	return !sc_is_leaf(em, e) && (info->uses > 1 || info->size > LONG) && !asks(em, e) && !is_multiple(em, e) &&
		   !sc_is_array(em, e);
}

static void size_up(sc_emitter *em, sx_ref e)
{
	sc_info *info = &em->info[e];
	const sx_node *node = sx_at(em->pool, e);
	uint64_t size = 1;
	info->pure = !can_fail(em, e);
	info->varies = em->rolling && sc_is_leaf(em, e) && sc_roll_varies(em, e);
	if (node->op != SX_DER && node->op != SX_PRE && !sc_moving_of(em, e))
		for (uint32_t i = 0; i < node->count; i++) {
			sx_ref arg = sx_arg(em->pool, e, i);
			if (!arg)
				continue;
			const sc_info *below = &em->info[arg];
			/* under a condition even what has a name is written out inside the branch */
			size += is_named(em, arg) && below->always ? 1 : below->size;
			info->pure &= below->pure;
			info->varies |= below->varies;
		}
	info->size = size > 1000000 ? 1000000 : (uint32_t)size;
	info->sized = em->epoch;
}

const char *sc_name_known(const sc_emitter *em, sx_ref e)
{
	const sc_info *info = &em->info[e];
	if (asks(em, e))
		return NULL;
	return info->memo == em->stamp && info->level <= em->level ? info->name : NULL;
}

void sc_name(sc_emitter *em, sx_ref e, const char *name)
{
	sc_info *info = &em->info[e];
	info->memo = em->stamp;
	info->level = (uint16_t)em->level;
	info->name = name;
	if (em->level > em->base)
		sb_push(em->arena, em->scoped, e);
}

uint32_t sc_scope_open(sc_emitter *em)
{
	em->level++;
	return em->scoped.n;
}

void sc_scope_close(sc_emitter *em, uint32_t mark)
{
	while (em->scoped.n > mark) {
		sc_info *info = &em->info[em->scoped.at[--em->scoped.n]];
		if (info->level == em->level)
			info->memo = 0;
	}
	em->level--;
}

void sc_make_temporary(sc_emitter *em, sx_ref e)
{
	sb_text value = {0};
	sx_type type = sx_type_of(em->pool, e);
	sc_put_node(em, e, &value);
	if (is_multiple(em, e)) {        /* its results have names by now */
		sb_text_free(&value);
		return;
	}
	const char *name = sb_printf(em->arena, "t%u", em->temps++);
	sc_indent(em);
	sb_addf(em->at, "const %s%s%s = ", sc_ctype(type) + (type == SX_STRING ? 6 : 0), type == SX_STRING ? "const " : " ",
			name);
	sb_add(em->at, value.at ? value.at : "0");
	sb_add(em->at, ";\n");
	sb_text_free(&value);
	sc_name(em, e, name);
}

/* Before any condition: only for what cannot fail and means the same everywhere in the piece. */
static void make_outside(sc_emitter *em, sx_ref e)
{
	sb_text *at = em->at;
	uint32_t level = em->level;
	em->at = em->root;
	em->level = em->base;
	sc_make_temporary(em, e);
	em->at = at;
	em->level = level;
}

/* Before the loop that is being rolled up. */
static void make_before(sc_emitter *em, sx_ref e)
{
	sb_text *at = em->at, *root = em->root;
	uint32_t level = em->level, base = em->base;
	em->at = em->root = em->before;
	em->level = em->base = 0;
	sc_make_temporary(em, e);
	em->at = at;
	em->root = root;
	em->level = level;
	em->base = base;
}

const char *sc_read_once(sc_emitter *em, sx_ref e)
{
	bool before = em->rolling && !sc_roll_varies(em, e);
	sb_text *at = em->at;
	uint32_t level = em->level;
	em->at = before ? em->before : em->root;
	em->level = before ? 0 : em->base;
	const char *name = sb_printf(em->arena, "t%u", em->temps++);
	sc_indent(em);
	sb_addf(em->at, "const double %s = ", name);
	sc_put_leaf_itself(em, e, em->at);
	sb_addc(em->at, ';');
	if (sc_comments(em)) {
		sb_add(em->at, "  /* ");
		sc_put_name(em, e, em->at);
		sb_add(em->at, " */");
	}
	sb_addc(em->at, '\n');
	sc_name(em, e, name);
	em->at = at;
	em->level = level;
	return name;
}

/* Of a reduction: in the loops of a family there are only the iterators of its domain. */
static bool has_no_iterator(const sc_emitter *em, sx_ref e)
{
	return (em->domain && !em->summing) || !(sx_flags(em->pool, e) & SX_HAS_ITER);
}

void sc_prepare(sc_emitter *em, sx_ref root)
{
	uint32_t bottom = em->stack.n;
	if (!root || (em->info[root].sized == em->epoch) || sc_is_leaf(em, root)) {
		if (root && em->info[root].sized != em->epoch)
			size_up(em, root);
		return;
	}
	sb_push(em->arena, em->stack, root);
	while (em->stack.n > bottom) {
		sx_ref e = em->stack.at[em->stack.n - 1];
		sc_info *info = &em->info[e];
		if (info->sized == em->epoch) {
			em->stack.n--;
			continue;
		}
		const sx_node *node = sx_at(em->pool, e);
		uint32_t before = em->stack.n;
		if (node->op != SX_DER && node->op != SX_PRE && !sc_moving_of(em, e))
			for (uint32_t i = node->count; i-- > 0;) {
				sx_ref arg = sx_arg(em->pool, e, i);
				if (arg && em->info[arg].sized != em->epoch)
					sb_push(em->arena, em->stack, arg);
			}
		if (em->stack.n > before)
			continue;
		em->stack.n--;
		size_up(em, e);
		if (sc_is_leaf(em, e) || em->level > em->base || !has_no_iterator(em, e) || asks(em, e))
			continue;
		if (sx_op_of(em->pool, e) == SX_CALL && is_multiple(em, e) && info->always && info->uses > 1)
			sc_call_results(em, e);
		if (sc_is_array(em, e) || is_multiple(em, e))
			continue;
		if (em->rolling && info->always && info->pure && !info->varies) {
			make_before(em, e);
			continue;
		}
		bool shared = info->always && is_named(em, e) && e != root;
		shared |= info->always && e != root && interrupts(em, e);
		bool large = !info->always && info->pure && info->size > LONG_GUARDED;
		if (shared || large || (e == root && info->uses > 1 && info->always))
			sc_make_temporary(em, e);
	}
}

char *sc_text_of(sc_emitter *em, sx_ref e)
{
	sb_text text = {0};
	sc_prepare(em, e);
	sc_put(em, e, &text);
	char *kept = sb_strdup(em->arena, text.at ? text.at : "0");
	sb_text_free(&text);
	return kept;
}

void sc_put(sc_emitter *em, sx_ref e, sb_text *out)
{
	const char *known = sc_name_known(em, e);
	sc_info *info = &em->info[e];
	if (known && !is_multiple(em, e)) {
		sb_add(out, known);
		return;
	}
	if (sc_is_leaf(em, e) || !is_named(em, e)) {
		sc_put_node(em, e, out);
		return;
	}
	if (info->emitted < 3)
		info->emitted++;
	if (em->level > em->base && info->pure && info->emitted > 2 && has_no_iterator(em, e))
		make_outside(em, e);
	else
		sc_make_temporary(em, e);
	sb_add(out, info->name);
}
