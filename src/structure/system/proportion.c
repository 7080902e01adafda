/* Conditions with the same zeros. 3*x > 0.3 and x < 0.1 turn at the same moment, but computed as they stand they do so
 * a unit in the last place apart, and between the two nothing of the model would hold. So a function that is a number
 * times one that is watched already, but for rounding, is not watched itself: the condition is about the other one. */
#include "structure/system/system.h"
#include <float.h>
#include <math.h>

enum { TERMS_MOST = 16, DEEP = 50 };

typedef struct term { sx_ref of; double factor; } term;
/* A sum of numbers times expressions that are no sums. */
struct ss_sum { sx_ref function; uint32_t n; double number; term at[TERMS_MOST]; };

static bool is_number(const sx_pool *p, sx_ref e)
{
	return sx_op_of(p, e) == SX_CONST && (sx_type_of(p, e) == SX_REAL || sx_type_of(p, e) == SX_INTEGER);
}

static bool add_term(ss_sum *s, sx_ref of, double factor)
{
	uint32_t k = 0;
	while (k < s->n && s->at[k].of < of)
		k++;
	if (k < s->n && s->at[k].of == of) {
		s->at[k].factor += factor;
		return true;
	}
	if (s->n == TERMS_MOST)
		return false;
	for (uint32_t i = s->n++; i > k; i--)
		s->at[i] = s->at[i - 1];
	s->at[k] = (term){of, factor};
	return true;
}

static bool gather(const sx_pool *p, sx_ref e, double factor, int depth, ss_sum *s)
{
	if (is_number(p, e)) {
		s->number += factor * sx_real_value(p, e);
		return true;
	}
	switch (depth < DEEP ? sx_op_of(p, e) : SX_NOTHING) {
	case SX_ADD:
	case SX_SUB:
		return gather(p, sx_arg(p, e, 0), factor, depth + 1, s) &&
		       gather(p, sx_arg(p, e, 1), sx_op_of(p, e) == SX_ADD ? factor : -factor, depth + 1, s);
	case SX_NEG: return gather(p, sx_arg(p, e, 0), -factor, depth + 1, s);
	case SX_MUL:
		if (is_number(p, sx_arg(p, e, 0)))
			return gather(p, sx_arg(p, e, 1), factor * sx_real_value(p, sx_arg(p, e, 0)), depth + 1, s);
		if (is_number(p, sx_arg(p, e, 1)))
			return gather(p, sx_arg(p, e, 0), factor * sx_real_value(p, sx_arg(p, e, 1)), depth + 1, s);
		return add_term(s, e, factor);
	case SX_DIV:
		if (is_number(p, sx_arg(p, e, 1)))
			return gather(p, sx_arg(p, e, 0), factor / sx_real_value(p, sx_arg(p, e, 1)), depth + 1, s);
		return add_term(s, e, factor);
	default: return add_term(s, e, factor);
	}
}

/* But for what rounding does to literals: 0.3/3 is not 0.1. */
static bool is_about(double a, double b)
{
	return fabs(a - b) <= 4 * DBL_EPSILON * fmax(fabs(a), fabs(b));
}

/* b is a times this; 0: it is not. */
static double ratio_of(const ss_sum *a, const ss_sum *b)
{
	double ratio = b->at[0].factor / a->at[0].factor;
	if (a->n != b->n || !isfinite(ratio) || ratio == 0 || !is_about(b->number, ratio * a->number))
		return 0;
	for (uint32_t k = 0; k < a->n; k++)
		if (a->at[k].of != b->at[k].of || !is_about(b->at[k].factor, ratio * a->at[k].factor))
			return 0;
	return ratio;
}

/* By the terms and by the number beside them, to twelve digits: `by` looks at the neighbours, in case rounding has
 * crossed a border. */
static uint64_t key_of(const ss_sum *s, int by)
{
	int exponent;
	double part = floor(ldexp(frexp(s->number / s->at[0].factor, &exponent), 40)) + by;
	uint64_t key = s->n ^ (uint64_t)(int64_t)part << 8;
	for (uint32_t k = 0; k < s->n; k++)
		key = (key ^ s->at[k].of) * 0x9e3779b97f4a7c15u;
	return key;
}

sx_ref ss_same_zeros(ss_work *w, sx_ref function, bool *turned)
{
	ss_sum sum = {.function = function};
	uint64_t number;
	*turned = false;
	if (!gather(w->pool, function, 1, 0, &sum) || !sum.n || !isfinite(sum.number / sum.at[0].factor))
		return function;
	for (int by = -1; by <= 1; by++) {
		double ratio =
			sb_map_get(&w->sum_of, key_of(&sum, by), &number) ? ratio_of(w->watched_sums.at[number], &sum) : 0;
		*turned = ratio < 0;
		if (ratio != 0)
			return w->watched_sums.at[number]->function;
	}
	ss_sum *known = sb_new(w->scratch, ss_sum);
	*known = sum;
	sb_map_put(&w->sum_of, key_of(&sum, 0), w->watched_sums.n);
	sb_push(w->scratch, w->watched_sums, known);
	return function;
}
