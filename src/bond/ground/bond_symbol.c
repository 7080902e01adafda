/* Symbols: variables of the work model, their derivatives, and their values. */
#include "bond/ground/bond_ground.h"

#include <math.h>
#include <string.h>

#include "model/differentiate/differentiate.h"
#include "model/print/print.h"

enum { DEEPEST = 60 };

sx_ref bg_symbol(bg_graph *g, const char *name)
{
	/* a variable of the user may be called like this: symbols are told apart by their numbers */
	uint32_t v = sm_add_variable(g->work, name, SX_REAL, NULL, 0);
	sm_edit(g->work, v)->hidden = true;
	return sm_ref(g->work, v);
}

const char *bg_name_of(const bg_graph *g, sx_ref symbol)
{
	sb_text name = {0};
	sm_scalar_name(g->work, sm_scalar_of(g->work, symbol), &name);
	const char *kept = sb_strdup(g->arena, name.at);
	sb_text_free(&name);
	return kept;
}

const char *bg_text_of(const bg_graph *g, sx_ref e)
{
	sb_text text = {0};
	sm_print_expr(g->work, e, &text);
	const char *kept = sb_strdup(g->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return kept;
}

sx_ref bg_rate(bg_graph *g, sx_ref symbol)
{
	uint64_t known;
	if (sb_map_get(&g->rates, symbol, &known))
		return (sx_ref)known;
	sx_ref rate = bg_symbol(g, sb_printf(g->arena, "der(%s)", bg_name_of(g, symbol)));
	sb_map_put(&g->rates, symbol, rate);
	sb_map_put(&g->integrals, rate, symbol);
	return rate;
}

bool bg_is_own(const bg_graph *g, sx_ref symbol)
{
	return sx_at(g->work->pool, symbol)->payload >= g->model->variables.n;
}

bool bg_is_symbol(const bg_graph *g, sx_ref e)
{
	const sx_node *node = sx_at(g->work->pool, e);
	if (node->op != SX_VAR || node->payload >= g->work->variables.n)
		return false;
	const sm_variable *v = sm_var(g->work, node->payload);
	return v->variability == SM_CONTINUOUS || v->variability == SM_DISCRETE;
}

/* ------------------------------------------------------------------ calculus */

static sx_ref leaf_rate(sx_chain *chain, sx_pool *pool, sx_ref leaf);

static sx_ref argument_rate(void *context, sx_ref argument)
{
	sx_chain chain = {.leaf = leaf_rate, .context = context};
	bg_graph *g = context;
	return sx_diff(g->work->pool, argument, sx_time(g->work->pool), &chain);
}

static sx_ref leaf_rate(sx_chain *chain, sx_pool *pool, sx_ref leaf)
{
	bg_graph *g = chain->context;
	sx_op op = sx_op_of(pool, leaf);
	if (op == SX_CALL || op == SX_OUT)
		return sm_call_derivative(g->work, leaf, argument_rate, g);
	if (op != SX_VAR || !bg_is_symbol(g, leaf))
		return 0;
	if (leaf == g->time)
		return sx_real(pool, 1);
	if (sm_scalar_of(g->work, leaf) == UINT32_MAX) {         /* a whole array, or an element that is not known */
		g->unclear = true;
		return 0;
	}
	const sm_variable *v = sm_var(g->work, sx_at(pool, leaf)->payload);
	return v->type == SX_REAL && v->variability == SM_CONTINUOUS ? bg_rate(g, leaf) : 0;
}

sx_ref bg_total(bg_graph *g, sx_ref e)
{
	sx_chain chain = {.leaf = leaf_rate, .context = g};
	g->unclear = false;
	sx_ref total = sx_diff(g->work->pool, e, sx_time(g->work->pool), &chain);
	return g->unclear ? 0 : total;
}

/* Calls move with their arguments; everything else stands still. */
typedef struct by_symbol { bg_graph *g; sx_ref symbol; } by_symbol;
static sx_ref leaf_partial(sx_chain *chain, sx_pool *pool, sx_ref leaf);

static sx_ref argument_partial(void *context, sx_ref argument)
{
	by_symbol *by = context;
	sx_chain chain = {.leaf = leaf_partial, .context = context};
	return sx_diff(by->g->work->pool, argument, by->symbol, &chain);
}

static sx_ref leaf_partial(sx_chain *chain, sx_pool *pool, sx_ref leaf)
{
	by_symbol *by = chain->context;
	sx_op op = sx_op_of(pool, leaf);
	return op == SX_CALL || op == SX_OUT ? sm_call_derivative(by->g->work, leaf, argument_partial, by) : 0;
}

sx_ref bg_partial(bg_graph *g, sx_ref e, sx_ref symbol)
{
	by_symbol by = {g, symbol};
	sx_chain chain = {.leaf = leaf_partial, .context = &by};
	return sx_diff(g->work->pool, e, symbol, &chain);
}

static sx_ref put_in(sx_rewriter *r, sx_pool *pool, sx_ref e)
{
	const sb_map *by = r->context;
	uint64_t other;
	return sx_op_of(pool, e) == SX_VAR && sb_map_get(by, e, &other) ? (sx_ref)other : 0;
}

sx_ref bg_put_in(bg_graph *g, sx_ref e, const sb_map *by)
{
	sb_arena *scratch = sb_arena_new();
	sx_rewriter r = sx_rewriter_new(scratch, NULL, (void *)by);
	r.enter = put_in;
	sx_ref result = sx_rewrite(&r, g->work->pool, e);
	sb_arena_free(scratch);
	return result;
}

typedef struct seen { bg_graph *g; sm_exprs *out; } seen;

static bool see_symbol(void *context, const sx_pool *pool, sx_ref e)
{
	seen *s = context;
	/* whole arrays are arguments of functions, and no symbols */
	bool known = sx_op_of(pool, e) != SX_VAR || !bg_is_symbol(s->g, e) ||
				 sm_scalar_of(s->g->work, e) == UINT32_MAX;
	for (uint32_t i = 0; i < s->out->n && !known; i++)
		known = s->out->at[i] == e;
	if (!known)
		sb_push(s->g->arena, *s->out, e);
	return true;
}

void bg_symbols_in(bg_graph *g, sx_ref e, sm_exprs *out)
{
	seen s = {g, out};
	sx_visit(g->work->pool, e, see_symbol, &s);
}

/* -------------------------------------------------------------------- values */

double bg_random(uint64_t seed, uint64_t what)
{
	uint64_t pair[2] = {seed, what}, h = sb_hash(pair, sizeof pair, 0x9e3779b97f4a7c15u);
	h ^= h >> 29;
	h *= 0xbf58476d1ce4e5b9u;
	h ^= h >> 32;
	return 0.5 + (double)(h >> 11) * 0x1p-53;
}

static bool parameter_value(bg_values *v, const sm_variable *p, sx_ref var, sx_value *out)
{
	sx_pool *pool = v->g->work->pool;
	sx_ref binding = p->binding ? p->binding : p->start;
	for (uint32_t i = 0; v->g->given && i < v->g->given->n; i++)
		if (v->g->given->at[i].scalar == sm_scalar_of(v->g->work, var)) {
			double number = v->g->given->at[i].value;
			*out = p->type == SX_REAL ? sx_value_real(number) : p->type == SX_BOOLEAN ? sx_value_bool(number != 0) :
				   sx_value_int((int64_t)number);
			return true;
		}
	if (!binding) {
		*out = p->type == SX_REAL ? sx_value_real(0) : p->type == SX_BOOLEAN ? sx_value_bool(false) : sx_value_int(0);
		return p->type != SX_STRING;
	}
	if (p->rank) {
		int64_t *at = sb_new_array(v->g->arena, int64_t, p->rank);
		for (uint32_t d = 0; d < p->rank; d++)
			at[d] = sx_int_value(pool, sx_arg(pool, var, d));
		binding = sx_bind_iters(pool, binding, p->over, at, p->rank);
	}
	if (v->depth >= DEEPEST)
		return false;
	v->depth++;
	bool good = sm_known(&v->knower, binding, out);
	v->depth--;
	return good;
}

static bool variable_value(void *context, sx_ref var, sx_value *out)
{
	bg_values *v = context;
	const sm_variable *is = sm_var(v->g->work, sx_at(v->g->work->pool, var)->payload);
	bool fixed = is->variability == SM_CONSTANT || is->variability == SM_PARAMETER;
	uint64_t bits;
	if (sb_map_get(&v->at, var, &bits)) {
		double number;
		memcpy(&number, &bits, sizeof number);
		*out = is->type == SX_REAL ? sx_value_real(number) : is->type == SX_BOOLEAN ? sx_value_bool(number != 0) :
			   sx_value_int((int64_t)number);
		return true;
	}
	if (fixed && !(v->random && v->seed && is->type == SX_REAL && is->variability == SM_PARAMETER))
		return parameter_value(v, is, var, out);
	if (!v->random || is->type == SX_STRING)
		return false;
	double number = bg_random(v->seed, var);
	*out = is->type == SX_REAL ? sx_value_real(number) : is->type == SX_BOOLEAN ? sx_value_bool(number > 1) :
		   sx_value_int(1);
	return true;
}

bg_values *bg_values_new(bg_graph *g, bool random, uint64_t seed)
{
	bg_values *v = sb_new(g->arena, bg_values);
	*v = (bg_values){.g = g, .at = sb_map_new(g->arena), .random = random, .seed = seed};
	v->knower = sm_knower_new(g->work, g->arena, variable_value, v);
	return v;
}

void bg_set_value(bg_values *v, sx_ref symbol, double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	sb_map_put(&v->at, symbol, bits);
	v->knower.calls = sb_map_new(v->g->arena);       /* results of calls are kept by expression */
}

bool bg_value(bg_values *v, sx_ref e, double *out)
{
	sx_value value;
	v->knower.steps = UINT32_MAX;
	if (!sm_known(&v->knower, e, &value))
		return false;
	*out = value.type == SX_REAL ? value.real : (double)value.integer;
	return isfinite(*out);
}
