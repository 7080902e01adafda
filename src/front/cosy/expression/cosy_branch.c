/* CASE, as equations and statements share it: the labels of its branches. */
#include "front/cosy/expression/cosy_expression.h"

static bool seen_label(co_scope *s, sb_map *seen, int64_t k, const co_node *label)
{
	uint64_t before;

	if (sb_map_get(seen, (uint64_t)k, &before)) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0403", label->span, "there are two branches for %lld", (long long)k),
				"a value can belong to one branch only");
		return true;
	}
	sb_map_put(seen, (uint64_t)k, 1);
	return false;
}

/* The condition of a branch of CASE, of equations or of statements: one of its labels. 0 with *other: it is ELSE. */
sx_ref co_label_condition(co_scope *s, sx_ref selector, const co_node *labels, sb_map *seen, bool *other)
{
	sx_pool *p = s->c->pool;
	bool boolean = sx_type_of(p, selector) == SX_BOOLEAN;
	sx_ref any = 0;

	*other = co_count(labels) == 0;
	for (uint32_t i = 0; i < co_count(labels); i++) {
		const co_node *label = labels->of.at[i];
		int64_t from, to;
		sx_value v;
		sx_ref one;
		if (boolean) {
			if (!co_constant(s, label, "the label of a branch", &v))
				return 0;
			one = v.integer ? selector : sx_unary(p, SX_NOT, selector);
		} else if (label->kind == CO_RANGE) {
			if (!co_integer_constant(s, co_child(label, 0), "the label of a branch", &from) ||
				!co_integer_constant(s, co_child(label, 1), "the label of a branch", &to))
				return 0;
			if (to < from) {
				sb_help(sb_report(s->c->diag, SB_ERROR, "K0382", label->span, "the range %lld..%lld holds no value",
								  (long long)from, (long long)to),
						"write the smaller number first");
				return 0;
			}
			for (int64_t k = from; k <= to && k - from < 10000; k++)
				if (seen_label(s, seen, k, label))
					return 0;
			one = sx_binary(p, SX_AND, sx_binary(p, SX_GE, selector, sx_int(p, from)),
							sx_binary(p, SX_LE, selector, sx_int(p, to)));
		} else {
			if (!co_integer_constant(s, label, "the label of a branch", &from) || seen_label(s, seen, from, label))
				return 0;
			one = sx_binary(p, SX_EQ, selector, sx_int(p, from));
		}
		any = any ? sx_binary(p, SX_OR, any, one) : one;
	}
	return any;
}

sx_ref co_no_branch(co_context *c, sx_ref selector)
{
	sx_pool *p = c->pool;
	sx_ref value = sx_to_string(p, selector, 0, 0, 0);

	if (sx_type_of(p, selector) == SX_BOOLEAN)
		value = sx_if(p, selector, sx_string(p, "TRUE"), sx_string(p, "FALSE"));
	return sx_binary(p, SX_CONCAT, sx_binary(p, SX_CONCAT, sx_string(p, "this CASE has no branch for "), value),
					 sx_string(p, ", and no ELSE"));
}
