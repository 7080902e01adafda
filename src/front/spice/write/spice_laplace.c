/* Transfer functions: an expression of s as a quotient of two polynomials with numbers as coefficients. */
#include "front/spice/write/spice_write.h"

#include <math.h>
#include <string.h>

typedef struct maker { sp_writer *w; const sp_device *d; const sp_scope *s; bool failed; } maker;

static sp_rational constant(double value)
{
	return (sp_rational){.above = {value}, .below = {1}};
}

static void fail(maker *k, const sp_expr *e, const char *why)
{
	if (!k->failed)
		sb_help(sb_report(k->w->n->c->diag, SB_ERROR, "L0228", e->span, "'%s': %s", k->d->name, why),
				"a function of s is written with + - * / and whole powers");
	k->failed = true;
}

static int product(maker *k, const sp_expr *e, const double *a, int m, const double *b, int n, double *out)
{
	if (m + n > SP_MOST_ORDER) {
		fail(k, e, "the order of the transfer function is too high");
		return 0;
	}
	double made[SP_MOST_ORDER + 1] = {0};
	for (int i = 0; i <= m; i++)
		for (int j = 0; j <= n; j++)
			made[i + j] += a[i] * b[j];
	memcpy(out, made, sizeof made);
	return m + n;
}

static sp_rational times(maker *k, const sp_expr *e, const sp_rational *a, const sp_rational *b)
{
	sp_rational r = {0};
	r.m = product(k, e, a->above, a->m, b->above, b->m, r.above);
	r.n = product(k, e, a->below, a->n, b->below, b->n, r.below);
	return r;
}

static sp_rational over(maker *k, const sp_expr *e, const sp_rational *a, const sp_rational *b)
{
	sp_rational turned = {.m = b->n, .n = b->m};
	memcpy(turned.above, b->below, sizeof turned.above);
	memcpy(turned.below, b->above, sizeof turned.below);
	return times(k, e, a, &turned);
}

static sp_rational sum(maker *k, const sp_expr *e, const sp_rational *a, const sp_rational *b, double sign)
{
	sp_rational r = {0};
	double first[SP_MOST_ORDER + 1] = {0}, second[SP_MOST_ORDER + 1] = {0};
	bool same = a->n == b->n && memcmp(a->below, b->below, sizeof a->below) == 0;
	int m = same ? a->m : product(k, e, a->above, a->m, b->below, b->n, first);
	int n = same ? b->m : product(k, e, b->above, b->m, a->below, a->n, second);
	if (same) {
		memcpy(first, a->above, sizeof first);
		memcpy(second, b->above, sizeof second);
		memcpy(r.below, a->below, sizeof r.below);
		r.n = a->n;
	} else {
		r.n = product(k, e, a->below, a->n, b->below, b->n, r.below);
	}
	r.m = m > n ? m : n;
	for (int i = 0; i <= r.m; i++)
		r.above[i] = first[i] + sign * second[i];
	return r;
}

static sp_rational make(maker *k, const sp_expr *e);

static sp_rational power(maker *k, const sp_expr *e)
{
	double exponent = NAN;
	sp_rational base = make(k, e->of[0]), r = constant(1);
	if (!sp_value(k->s, e->of[1], &exponent) || exponent != floor(exponent) || fabs(exponent) > SP_MOST_ORDER) {
		fail(k, e, "the exponent must be a whole number");
		return r;
	}
	for (int i = 0; i < (int)fabs(exponent) && !k->failed; i++)
		r = times(k, e, &r, &base);
	sp_rational one = constant(1);
	return exponent < 0 ? over(k, e, &one, &r) : r;
}

static sp_rational make(maker *k, const sp_expr *e)
{
	double value;
	if (e->kind == SP_NAME && !strcmp(e->name, "s"))
		return (sp_rational){.above = {0, 1}, .below = {1}, .m = 1};
	if (sp_value(k->s, e, &value))
		return constant(value);
	if (e->kind == SP_UNARY && (e->op == SP_MINUS || e->op == SP_PLUS)) {
		sp_rational a = make(k, e->of[0]), sign = constant(e->op == SP_MINUS ? -1 : 1);
		return times(k, e, &a, &sign);
	}
	if (e->kind == SP_BINARY && e->op == SP_POW)
		return power(k, e);
	if (e->kind != SP_BINARY || e->op < SP_ADD || e->op > SP_DIV) {
		fail(k, e, "this is no quotient of polynomials in s");
		return constant(1);
	}
	sp_rational a = make(k, e->of[0]), b = make(k, e->of[1]);
	return e->op == SP_MUL ? times(k, e, &a, &b) : e->op == SP_DIV ? over(k, e, &a, &b) :
		sum(k, e, &a, &b, e->op == SP_ADD ? 1 : -1);
}

bool sp_transfer(sp_writer *w, const sp_device *d, sp_rational *out)
{
	maker k = {.w = w, .d = d, .s = d->owner};
	*out = make(&k, d->transfer);
	while (out->m > 0 && out->above[out->m] == 0)
		out->m--;
	while (out->n > 0 && out->below[out->n] == 0)
		out->n--;
	while (out->m > 0 && out->n > 0 && out->above[0] == 0 && out->below[0] == 0) {
		memmove(out->above, out->above + 1, sizeof(double) * (size_t)out->m--);
		memmove(out->below, out->below + 1, sizeof(double) * (size_t)out->n--);
	}
	if (!k.failed && out->n == 0 && out->below[0] == 0)
		fail(&k, d->transfer, "the denominator is zero");
	if (!k.failed && out->m > out->n)
		fail(&k, d->transfer, "the numerator has a higher order than the denominator");
	return !k.failed;
}
