/* Past values in a growing block per delay, oldest first; the front is dropped from time to time. */
#include "engine/parts/history.h"
#include "base/times.h"
#include "base/stock.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct se_past { double *t, *v; uint32_t first, n, cap; } se_past;      /* entries first .. n-1 */
struct se_history { uint32_t delays; se_past *past; };

se_history *se_history_new(uint32_t delays)
{
	se_history *h = sb_draw(NULL, sizeof *h);
	h->delays = delays;
	h->past = sb_draw(NULL, (delays + 1) * sizeof *h->past);
	memset(h->past, 0, (delays + 1) * sizeof *h->past);
	return h;
}

void se_history_extend(se_history *h, uint32_t delays)
{
	if (delays <= h->delays)
		return;
	h->past = sb_draw(h->past, (delays + 1) * sizeof *h->past);
	memset(h->past + h->delays, 0, (delays + 1 - h->delays) * sizeof *h->past);
	h->delays = delays;
}

void se_history_free(se_history *h)
{
	if (!h)
		return;
	for (uint32_t i = 0; i < h->delays; i++) {
		sb_put_back(h->past[i].t);
		sb_put_back(h->past[i].v);
	}
	sb_put_back(h->past);
	sb_put_back(h);
}

void se_history_clear(se_history *h)
{
	for (uint32_t i = 0; i < h->delays; i++)
		h->past[i].first = h->past[i].n = 0;
}

void se_history_add(se_history *h, uint32_t delay, double t, double value)
{
	se_past *p = &h->past[delay];
	if (p->n == p->cap) {
		p->cap = p->cap ? 2 * p->cap : 64;
		p->t = sb_draw(p->t, p->cap * sizeof *p->t);
		p->v = sb_draw(p->v, p->cap * sizeof *p->v);
	}
	p->t[p->n] = t;
	p->v[p->n++] = value;
}

void se_history_corner(se_history *h, uint32_t delay)
{
	const se_past *p = &h->past[delay];
	uint32_t n = p->n;
	if (n > p->first + 1 && p->t[n - 1] > p->t[n - 2])
		se_history_add(h, delay, p->t[n - 1], p->v[n - 1]);
}

void se_history_cut(se_history *h, uint32_t delay, double after)
{
	se_past *p = &h->past[delay];
	while (p->n > p->first && p->t[p->n - 1] > after)
		p->n--;
}

void se_history_forget(se_history *h, uint32_t delay, double before)
{
	se_past *p = &h->past[delay];
	while (p->first + 5 < p->n && p->t[p->first + 4] < before)      /* four older ones stay, for the interpolation */
		p->first++;
	if (p->first > 256 && p->first > p->n / 2) {
		memmove(p->t, p->t + p->first, (p->n - p->first) * sizeof *p->t);
		memmove(p->v, p->v + p->first, (p->n - p->first) * sizeof *p->v);
		p->n -= p->first;
		p->first = 0;
	}
}

bool se_history_last(const se_history *h, uint32_t delay, double *t, double *value)
{
	const se_past *p = &h->past[delay];
	if (p->first == p->n)
		return false;
	*t = p->t[p->n - 1];
	*value = p->v[p->n - 1];
	return true;
}

enum { NODES = 4 };
typedef struct nodes { uint32_t at[NODES], n; } nodes;           /* entries, in no order */

/* Lagrange's polynomial through these entries, as differences from the first of them: what is constant comes back
 * exactly. */
static double polynomial(const se_past *p, const nodes *k, double t)
{
	double first = p->v[k->at[0]], sum = first;
	for (uint32_t i = 1; i < k->n; i++) {
		double weight = 1;
		for (uint32_t j = 0; j < k->n; j++)
			if (j != i)
				weight *= (t - p->t[k->at[j]]) / (p->t[k->at[i]] - p->t[k->at[j]]);
		sum += weight * (p->v[k->at[i]] - first);
	}
	return sum;
}

/* The next entry beyond `i` that can be a node, without crossing a jump; `i` itself: there is none. Events that follow
 * each other closely leave entries whose difference is rounding, and a slope of that would lead anywhere: they are
 * passed over, beside what the nodes span so far. */
static uint32_t further(const se_past *p, uint32_t i, int side, double span)
{
	static const double CLOSE = 1e-3;
	for (uint32_t k = i; side < 0 ? k > p->first : k + 1 < p->n;) {
		uint32_t next = side < 0 ? k - 1 : k + 1;
		if (p->t[next] == p->t[k])
			return i;
		if (fabs(p->t[next] - p->t[i]) >= CLOSE * span)
			return next;
		k = next;
	}
	return i;
}

/* The first entry that is not before t. */
static uint32_t first_from(const se_past *p, double t)
{
	uint32_t low = p->first, high = p->n;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (p->t[middle] < t)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

double se_history_at(const se_history *h, uint32_t delay, double t, bool after_jump, double now, double value)
{
	const se_past *p = &h->past[delay];
	if (p->first == p->n)
		return value;
	if (t < p->t[p->first])
		return p->v[p->first];
	uint32_t last = p->n - 1;
	if (t > p->t[last]) {
		double span = now - p->t[last];
		return span > 0 ? p->v[last] + (t - p->t[last]) / span * (value - p->v[last]) : value;
	}
	/* the last entry with time <= t (after a jump) or the first with time >= t (before it) */
	uint32_t low = p->first, high = last;
	while (low < high) {
		uint32_t middle = after_jump ? (low + high + 1) / 2 : (low + high) / 2;
		if (after_jump ? p->t[middle] <= t : p->t[middle] < t)
			low = after_jump ? middle : middle + 1;
		else
			high = after_jump ? middle - 1 : middle;
	}
	if (p->t[low] == t)
		return p->v[low];
	uint32_t left = after_jump ? low : low - 1, from = left, to = left + 1, down = 0, up = 0;
	nodes k = {{from, to}, 2};
	while (k.n < NODES) {
		double span = p->t[to] - p->t[from];
		uint32_t before = further(p, from, -1, span), after = further(p, to, 1, span);
		if (before == from && after == to)
			break;
		if (before != from && (after == to || down <= up)) {
			k.at[k.n++] = from = before;
			down++;
		} else {
			k.at[k.n++] = to = after;
			up++;
		}
	}
	return polynomial(p, &k, t);
}

double se_history_behind(const se_history *h, uint32_t delay, double time, double now, double out, double value)
{
	const se_past *p = &h->past[delay];
	double t = now - time, near = fmax(0, out - now) + sb_one_time(sb_size_of(now, t));
	double before = -INFINITY, after = INFINITY;
	uint32_t i = first_from(p, t - near);
	for (; after == INFINITY && i + 1 < p->n && p->t[i] <= t + near; i++) {
		if (p->t[i] != p->t[i + 1] || p->v[i] == p->v[i + 1])    /* two equal values are a corner */
			continue;
		if (p->t[i] + time <= out)
			before = p->t[i];
		else
			after = p->t[i];
	}
	return t <= before  ? se_history_at(h, delay, before, true, now, value)
		   : t >= after ? se_history_at(h, delay, after, false, now, value)
						: se_history_at(h, delay, t, false, now, value);
}

bool se_history_next(const se_history *h, uint32_t delay, double *t, bool *jump)
{
	const se_past *p = &h->past[delay];
	for (uint32_t i = first_from(p, nextafter(*t, INFINITY)); i + 1 < p->n; i++)
		if (p->t[i] == p->t[i + 1]) {
			*t = p->t[i];
			for (*jump = false; i + 1 < p->n && p->t[i + 1] == *t; i++)
				*jump = *jump || p->v[i] != p->v[i + 1];
			return true;
		}
	return false;
}

double se_history_beyond(const se_history *h, uint32_t delay, double mark, bool before, double t)
{
	const se_past *p = &h->past[delay];
	uint32_t low = first_from(p, mark);
	if (low == p->n)
		return p->v[p->n - 1];
	while (!before && low + 1 < p->n && p->t[low + 1] == p->t[low])
		low++;
	nodes k = {{low}, 1};
	double span = 0;
	for (uint32_t i = low, next; k.n < NODES && (next = further(p, i, before ? -1 : 1, span)) != i; i = next) {
		k.at[k.n++] = next;
		span = fabs(p->t[next] - p->t[low]);
	}
	/* far away from what is known a polynomial leads anywhere: a line goes on */
	double side = before ? 1 : -1, farthest = p->t[low] + side * span;
	if (side * (t - farthest) <= 0)
		return polynomial(p, &k, t);
	double last = polynomial(p, &k, farthest), piece = 1e-3 * span;
	return piece > 0 ? last + (last - polynomial(p, &k, farthest - side * piece)) / (side * piece) * (t - farthest)
					 : last;
}

/* A top of the values first .. end-1, or of their negatives (`sign`), which may be flat: entries from .. to. The range
 * of all, and the time that is looked at. */
typedef struct top { uint32_t first, end, from, to; double sign, range, span; } top;

/* Is it a narrow one, which may lie between the stages of a step over all of them? Its height is that above the higher
 * one of its two feet. */
static bool is_narrow(const se_past *p, const top *k, bool seen_at_ends)
{
	/* of the range, and of the time */
	static const double SMALL = 1e-3, SHARP = 0.1, LARGE = 0.25, BETWEEN_STAGES = 0.6;
	double value = k->sign * p->v[k->from], before = value, after = value;
	uint32_t left = k->from, right = k->to;
	for (uint32_t i = k->first; i < k->from; i++)
		before = fmin(before, k->sign * p->v[i]);
	for (uint32_t i = k->to; i < k->end; i++)
		after = fmin(after, k->sign * p->v[i]);
	double height = value - fmax(before, after), half = value - 0.5 * height;
	while (left > k->first && k->sign * p->v[left] > half)
		left--;
	while (right + 1 < k->end && k->sign * p->v[right] > half)
		right++;
	double width = p->t[right] - p->t[left];
	return height > LARGE * k->range ? seen_at_ends || width < BETWEEN_STAGES * k->span
									 : height > SMALL * k->range && width < SHARP * k->span;
}

uint32_t se_history_bends(const se_history *h, uint32_t delay, double from, double to, bool seen_at_ends, double *at,
						  uint32_t most)
{
	const se_past *p = &h->past[delay];
	double low = INFINITY, high = -INFINITY;
	uint32_t first = first_from(p, from), end, n = 0;
	first -= first > p->first;               /* with the neighbours on both sides */
	for (end = first; end < p->n && (end <= first + 1 || p->t[end - 1] <= to); end++) {
		low = fmin(low, p->v[end]);
		high = fmax(high, p->v[end]);
	}
	for (int sign = -1; sign <= 1 && high > low; sign += 2) {
		uint32_t since = UINT32_MAX;             /* since where it has risen, or not fallen after that */
		for (uint32_t i = first + 1; i < end && n < most; i++) {
			double step = sign * (p->v[i] - p->v[i - 1]);
			top found = {first, end, since, i - 1, sign, high - low, to - from};
			double middle = since != UINT32_MAX ? 0.5 * (p->t[since] + p->t[i - 1]) : -INFINITY;
			if (step < 0 && middle > from && middle < to && is_narrow(p, &found, seen_at_ends))
				at[n++] = middle;
			since = step > 0 ? i : step < 0 ? UINT32_MAX : since;
		}
	}
	return n;
}

void se_history_archive(se_history *h, sb_archive *a)
{
	sb_archive_tag(a, "history");
	uint32_t delays = sb_archive_count(a, h->delays, 1);
	se_history_extend(h, delays);
	for (uint32_t i = 0; i < delays; i++) {
		se_past *p = &h->past[i];
		uint32_t n = sb_archive_count(a, p->n - p->first, 2 * sizeof(double));
		if (a->reads) {
			p->first = 0;
			p->n = p->cap = n;
			p->t = sb_draw(p->t, (n + 1) * sizeof *p->t);
			p->v = sb_draw(p->v, (n + 1) * sizeof *p->v);
		}
		sb_archive_bytes(a, p->t + p->first, n * sizeof *p->t);
		sb_archive_bytes(a, p->v + p->first, n * sizeof *p->v);
	}
}
