/* Subscripts: what may stand in them, where they must be numbers, and when an iterator in them has to be unrolled. */
#include "front/modelica/lower/lower_inside.h"

bool mo_wrong_subscript_count(mo_context *c, uint32_t given, const mo_value *of, sb_span span)
{
	sb_message *m;
	if (of->type.rank == 0) {
		m = sb_report(c->diag, SB_ERROR, "M0306", span, "a scalar cannot be subscripted");
		sb_help(m, "remove the subscripts, or declare an array");
	} else {
		m = sb_report(c->diag, SB_ERROR, "M0306", span, "%u subscripts are given to an array of %u dimension%s, %s",
			given, of->type.rank,
			of->type.rank == 1 ? "" : "s", mo_size_text(c, &of->type));
		sb_help(m, "give at most one subscript for each dimension");
	}
	return false;
}

static bool inside(mo_context *c, sx_ref at, sx_ref size, sb_span span)
{
	if (!at || !sx_is_const(c->pool, at) || !sx_is_const(c->pool, size))
		return at != 0;
	int64_t k = sx_int_value(c->pool, at), n = sx_int_value(c->pool, size);
	if (k >= 1 && k <= n)
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0307", span, "the subscript %lld is outside 1:%lld", (long long)k,
		(long long)n);
	sb_help(m, n ? "subscripts count from 1 to the size" : "this array has no elements");
	return false;
}

/* A subscript as a sum of a constant and of multiples of iterators. */
enum { MOST_ITERATORS = 8 };
typedef struct linear { const mo_bound *of[MOST_ITERATORS]; double by[MOST_ITERATORS], constant; uint32_t n; } linear;

static bool add_iterator(const mo_env *env, uint32_t iterator, double by, linear *to)
{
	for (const mo_bound *b = env->bound; b; b = b->next) {
		if (!b->ranged || b->iterator != iterator)
			continue;
		uint32_t i = 0;
		while (i < to->n && to->of[i] != b)
			i++;
		if (i == MOST_ITERATORS)
			return false;
		to->n += i == to->n;
		to->of[i] = b;
		to->by[i] += by;
		return true;
	}
	return false;
}

static bool add_linear(mo_context *c, const mo_env *env, sx_ref e, double by, uint32_t depth, linear *to)
{
	sx_pool *p = c->pool;
	sx_ref a, b;
	if (depth > 100)
		return false;
	if (sx_is_const(p, e)) {
		to->constant += by * (double)sx_int_value(p, e);
		return true;
	}
	switch (sx_op_of(p, e)) {
	case SX_ITER: return add_iterator(env, sx_at(p, e)->payload, by, to);
	case SX_NEG: return add_linear(c, env, sx_arg(p, e, 0), -by, depth + 1, to);
	case SX_ADD: case SX_SUB:
		return add_linear(c, env, sx_arg(p, e, 0), by, depth + 1, to)
			&& add_linear(c, env, sx_arg(p, e, 1), sx_op_of(p, e) == SX_ADD ? by : -by, depth + 1, to);
	case SX_MUL:
		a = sx_arg(p, e, 0);
		b = sx_arg(p, e, 1);
		if (!sx_is_const(p, a) && !sx_is_const(p, b))
			return false;
		return sx_is_const(p, a) ? add_linear(c, env, b, by * (double)sx_int_value(p, a), depth + 1, to)
			: add_linear(c, env, a, by * (double)sx_int_value(p, b), depth + 1, to);
	default: return false;
	}
}

/* A subscript that iterators determine takes its least and its greatest value at the ends of their ranges. */
static bool inside_always(mo_context *c, const mo_env *env, sx_ref at, sx_ref size, sb_span span)
{
	linear l = {0};
	if (!at || !(sx_flags(c->pool, at) & SX_HAS_ITER) || !sx_is_const(c->pool, size) || env->guarded || env->procedure
		|| env->in_algorithm || (env->needs_constants && *env->needs_constants) || !add_linear(c, env, at, 1, 0, &l))
		return true;
	double least = l.constant, greatest = l.constant;
	for (uint32_t i = 0; i < l.n; i++) {
		double from = l.by[i] * (double)l.of[i]->from, to = l.by[i] * (double)l.of[i]->to;
		least += from < to ? from : to;
		greatest += from < to ? to : from;
	}
	double n = (double)sx_int_value(c->pool, size);
	if (least >= 1 && greatest <= n)
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0307", span,
		"this subscript goes from %.0f to %.0f, which is outside 1:%.0f", least, greatest, n);
	sb_help(m, n > 0 ? "subscripts count from 1 to the size" : "this array has no elements");
	return false;
}

/* Of a long vector of subscripts the ends are looked at: such a vector is a range. */
static bool vector_inside(mo_context *c, mo_value *v, sx_ref size, sb_span span)
{
	uint32_t n;
	if (!mo_const_dims(c, v, &n))
		return true;
	for (uint32_t i = 1; i <= n; i = n > 1000 && i < n ? n : i + 1) {
		sx_ref k = sx_int(c->pool, i);
		if (!inside(c, mo_elem(c, v, &k), size, span))
			return false;
	}
	return true;
}

static bool wrong_subscript(mo_context *c, const mo_value *v, sb_span span)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0308", span,
		"a subscript must be an Integer or a vector of Integers, but this is %s",
		mo_type_string(c, &v->type));
	sb_help(m, v->type.base == MO_B_REAL ? "use integer(...), or an Integer" : "check the subscript");
	return false;
}

/* Real x[Color] is subscripted with colors, and with nothing else. */
static bool index_fits(mo_context *c, const mo_item *of, uint32_t dim, const mo_value *v, sb_span span)
{
	if (!of || !of->dims || dim >= of->rank || of->dims[dim].size->kind == MO_E_COLON)
		return true;
	const mo_scope *type = mo_dim_type(c, &of->dims[dim]);
	mo_base wanted = type ? type->base : MO_B_INTEGER;
	if (v->type.base == wanted && (wanted != MO_B_ENUM || v->type.enumeration == type->enumeration))
		return true;
	mo_value_type index = mo_type_of(wanted, type ? type->enumeration : 0, 0, NULL);
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0308", span, "this dimension of '%s' has subscripts of type %s, not %s",
				  of->name, mo_type_string(c, &index), mo_type_string(c, &v->type));
	sb_also(m, of->dims[dim].size->span, "it is declared here");
	sb_help(m, wanted == MO_B_INTEGER ? "use an Integer" : "use a value of that type");
	return false;
}

static bool lower_subscript(mo_context *c, const mo_env *env, mo_value *of, uint32_t dim, const mo_expr *e,
	mo_subscript *out)
{
	if (e->kind == MO_E_COLON) {
		*out = (mo_subscript){ .kind = MO_S_ALL };
		return true;
	}
	mo_env here = *env;
	here.shape_only = false;
	here.subscripted = NULL;
	here.end_of = of;
	here.end_dim = dim;
	mo_value *v = mo_lower(c, &here, e);
	if (!v)
		return false;
	mo_base base = v->type.base;
	if (v->type.rank > 1 || (base != MO_B_INTEGER && base != MO_B_ENUM && base != MO_B_BOOLEAN))
		return wrong_subscript(c, v, e->span);
	if (e->kind != MO_E_END && !index_fits(c, env->subscripted, dim, v, e->span))
		return false;
	if (v->type.rank == 1) {
		*out = (mo_subscript){ .kind = MO_S_VECTOR, .vector = v };
		return base == MO_B_BOOLEAN ? wrong_subscript(c, v, e->span) : vector_inside(c, v, of->type.dims[dim], e->span);
	}
	sx_ref at = mo_elem(c, v, NULL);
	if (base == MO_B_BOOLEAN)
		at = sx_if(c->pool, at, sx_int(c->pool, 2), sx_int(c->pool, 1));
	*out = (mo_subscript){ .kind = MO_S_AT, .at = at };
	return inside(c, at, of->type.dims[dim], e->span) && inside_always(c, env, at, of->type.dims[dim], e->span);
}

/* A vector of subscripts as numbers, where it is made of parameters; NULL after an error. */
static mo_value *settled_vector(mo_context *c, mo_value *v, sx_ref size, sb_span span)
{
	uint32_t n;
	sx_ref first = sx_int(c->pool, 1), k = 0;
	if (!mo_const_dims(c, v, &n) || n == 0 || !(k = mo_elem(c, v, &first)) || sx_is_const(c->pool, k)
		|| n > MO_MOST_TAKEN_APART)
		return v;
	mo_value **items = sb_new_array(c->arena, mo_value *, n);
	for (uint32_t i = 0; i < n; i++) {
		sx_ref place = sx_int(c->pool, i + 1), at = mo_elem(c, v, &place);
		if (!at || !mo_is_parametric(c, at) || sx_flags(c->pool, at) & SX_HAS_LOCAL || mo_varies(c, at))
			return v;
		at = mo_with_parameters(c, at, span, "a subscript of a variable");
		if (!inside(c, at, size, span))
			return NULL;
		items[i] = mo_value_scalar(c, at, v->type.base, v->type.enumeration);
	}
	return mo_value_list(c, items, n, &n, 1, &items[0]->type);
}

/* A vector of subscripts that is looked up in a table, differently for the elements of a family. */
static void need_constants(mo_context *c, const mo_env *env, mo_value *v)
{
	sx_ref first = sx_int(c->pool, 1), k;
	if (!env->needs_constants || sx_is_number(c->pool, v->type.dims[0], 0) || !(k = mo_elem(c, v, &first)))
		return;
	if (sx_flags(c->pool, k) & SX_HAS_VAR && mo_has_axis(c, k) && mo_is_parametric(c, k))
		*env->needs_constants = true;
}

/* The subscript of an unknown of the model decides over the structure: parameters in it are evaluated now, and where it
 * is looked up in a table of parameters by an iterator, the caller is asked for a constant instead. */
bool mo_settle_subscript(mo_context *c, const mo_env *env, mo_subscript *at, sx_ref size, sb_span span)
{
	if (env->procedure)
		return true;
	if (at->kind == MO_S_VECTOR) {
		if (!(at->vector = settled_vector(c, at->vector, size, span)))
			return false;
		need_constants(c, env, at->vector);
		return true;
	}
	if (at->kind != MO_S_AT || sx_is_const(c->pool, at->at))
		return true;
	at->at = mo_with_parameters(c, at->at, span, "a subscript of a variable");
	uint16_t flags = sx_flags(c->pool, at->at);
	if (env->needs_constants && flags & SX_HAS_ITER && flags & SX_HAS_VAR && mo_is_parametric(c, at->at))
		*env->needs_constants = true;
	return inside(c, at->at, size, span);
}

void mo_mark_symbolic(mo_context *c, const mo_env *env, const mo_subscript *at)
{
	if (!env->needs_constants)
		return;
	sx_ref k = at->kind == MO_S_AT ? at->at : 0, first = sx_int(c->pool, 1);
	if (at->kind == MO_S_VECTOR)
		k = mo_elem(c, at->vector, &first);
	if (k && sx_flags(c->pool, k) & SX_HAS_ITER)
		*env->needs_constants = true;
}

bool mo_lower_subscripts(mo_context *c, const mo_env *env, mo_value *of, const mo_exprs *subscripts, sb_span span,
	mo_subscript *out)
{
	if (subscripts->n > of->type.rank)
		return mo_wrong_subscript_count(c, subscripts->n, of, span);
	bool good = true;
	for (uint32_t i = 0; i < subscripts->n; i++)
		good = lower_subscript(c, env, of, i, subscripts->at[i], &out[i]) && good;
	return good;
}

mo_value *mo_lower_subscripted(mo_context *c, const mo_env *env, mo_value *v, const mo_exprs *subscripts, sb_span span)
{
	mo_subscript *at = sb_new_array(c->arena, mo_subscript, subscripts->n + 1);
	if (!mo_lower_subscripts(c, env, v, subscripts, span, at))
		return NULL;
	bool symbolic = mo_symbolic(c, v), table = v->kind == MO_K_WHOLE && mo_is_parametric(c, mo_whole(c, v));
	for (uint32_t i = 0; i < subscripts->n; i++) {
		if (!table && !mo_settle_subscript(c, env, &at[i], v->type.dims[i], subscripts->at[i]->span))
			return NULL;
		if (!symbolic)
			mo_mark_symbolic(c, env, &at[i]);
	}
	return mo_slice(c, v, at, subscripts->n);
}
