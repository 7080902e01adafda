/* Entries in one block with room on both sides. */
#include "engine/parts/profile.h"
#include "base/stock.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SUPPORT = 3 };                /* entries beyond an end that interpolation near it uses */
/* entries nearer to each other than this say nothing, but rounding in their distance would */
static const double CLOSEST = 1e-10;

/* ---------------------------------------------------------------------------------------------------- entries */

static void make_room(se_profile *p)
{
	uint32_t n = p->end - p->first, room = 4 * n + 64, first = (room - n) / 2;
	double *s = sb_draw(NULL, room * sizeof *s), *v = sb_draw(NULL, room * sizeof *v);
	bool *corner = sb_draw(NULL, room * sizeof *corner);
	if (n) {
		memcpy(s + first, p->s + p->first, n * sizeof *s);
		memcpy(v + first, p->v + p->first, n * sizeof *v);
		memcpy(corner + first, p->corner + p->first, n * sizeof *corner);
	}
	sb_put_back(p->s);
	sb_put_back(p->v);
	sb_put_back(p->corner);
	p->s = s;
	p->v = v;
	p->corner = corner;
	p->first = first;
	p->end = first + n;
	p->room = room;
}

static void put(se_profile *p, int end, double s, double v, bool corner)
{
	if (p->first == 0 || p->end == p->room)
		make_room(p);
	uint32_t i = end ? p->end++ : --p->first;
	p->s[i] = s;
	p->v[i] = v;
	p->corner[i] = corner;
}

static uint32_t outermost(const se_profile *p, int end)
{
	return end ? p->end - 1 : p->first;
}

static void take(se_profile *p, int end)
{
	if (end)
		p->end--;
	else
		p->first++;
}

static double end_at(double x, int end)
{
	return end - x;
}

/* Is s beyond the place b, seen from inside towards an end? */
static bool beyond(int end, double s, double b)
{
	return end ? s > b : s < b;
}

static bool is_jump(const se_profile *p, uint32_t i)
{
	return i + 1 < p->end && p->s[i] == p->s[i + 1];
}

/* The jump next to s on its way out at an end: below s for end 1, above it for end 0. */
static double next_jump(const se_profile *p, int end, double s)
{
	double found = end ? -INFINITY : INFINITY;
	for (uint32_t i = p->first; i + 1 < p->end; i++)
		if (is_jump(p, i) && beyond(!end, p->s[i], s) && beyond(end, p->s[i], found))
			found = p->s[i];
	return found;
}

/* ---------------------------------------------------------------------------------------------------- values */

/* The entry on the left of s: at an entry itself that of the right side of s (`right`) or of its left side. UINT32_MAX:
 * s is beyond all. */
static uint32_t left_of(const se_profile *p, double s, bool right)
{
	uint32_t low = p->first, high = p->end;        /* the first entry after s */
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (right ? p->s[middle] <= s : p->s[middle] < s)
			low = middle + 1;
		else
			high = middle;
	}
	return low == p->first || low == p->end ? UINT32_MAX : low - 1;
}

static double polynomial(const se_profile *p, uint32_t from, uint32_t to, double s)
{
	double sum = p->v[from];
	for (uint32_t i = from + 1; i <= to; i++) {
		double weight = 1;
		for (uint32_t j = from; j <= to; j++)
			if (j != i)
				weight *= (s - p->s[j]) / (p->s[i] - p->s[j]);
		sum += weight * (p->v[i] - p->v[from]);
	}
	return sum;
}

static double value_at(const se_profile *p, double s, bool right)
{
	if (s <= p->s[p->first] && !(right && is_jump(p, p->first)))
		return p->v[p->first];
	uint32_t left = left_of(p, s, right);
	if (left == UINT32_MAX)
		return s <= p->s[p->first] ? p->v[p->first] : p->v[p->end - 1];
	uint32_t from = left, to = left + 1;
	while (to - from < 3) {
		bool down = from > p->first && !p->corner[from], up = to + 1 < p->end && !p->corner[to];
		if (!down && !up)
			break;
		if (down && (!up || left - from <= to - left - 1))
			from--;
		else
			to++;
	}
	return polynomial(p, from, to, s);
}

/* Is a jump at or beyond an end, and not out yet? At the end itself too: that may be the last stage of a step. */
static bool is_held_back(const se_profile *p, int end, double s)
{
	return !beyond(end, s, p->limit[end]);
}

/* Where an end looks at: not beyond a jump that is not out yet. */
static double looks_at(const se_profile *p, int end, double x, bool *right)
{
	double s = end_at(x, end);
	bool waits = is_held_back(p, end, s);
	*right = end ? waits : !waits;         /* of a jump itself: what has come out is what follows it */
	return waits ? p->limit[end] : s;
}

double se_profile_at(const se_profile *p, int end, double x, bool positive)
{
	if (p->first == p->end)
		return 0;
	double s = end_at(x, end), now = end_at(p->x, end);
	if (positive == !end && !beyond(!end, s, now))
		return p->in[end];               /* it goes in here */
	bool right;
	s = looks_at(p, end, x, &right);
	if (beyond(!end, s, p->s[outermost(p, !end)]))
		return p->in[!end];              /* all that was inside is out */
	return value_at(p, s, right);
}

double se_profile_slope(const se_profile *p, int end, double x, bool positive)
{
	double s = end_at(x, end), now = end_at(p->x, end);
	if (p->first == p->end || (positive == !end && !beyond(!end, s, now)) || is_held_back(p, end, s))
		return 0;
	uint32_t i = left_of(p, s, !end);
	return i == UINT32_MAX || is_jump(p, i) ? 0 : -(p->v[i + 1] - p->v[i]) / (p->s[i + 1] - p->s[i]);
}

double se_profile_ahead(const se_profile *p, int end, double x)
{
	if (p->first == p->end || isinf(p->limit[end]))
		return 1;
	return end ? end_at(x, end) - p->limit[end] : p->limit[end] - end_at(x, end);
}

/* --------------------------------------------------------------------------------------------------- changes */

void se_profile_begin(se_profile *p, const double *points, const double *values, uint32_t n, double x)
{
	p->first = p->end = 0;
	for (uint32_t i = 0; i < n; i++)
		put(p, 1, points[i] - x, values[i], true);
	p->s[p->first] = end_at(x, 0);
	p->s[p->end - 1] = end_at(x, 1);
	p->x = x;
	p->in[0] = values[0];
	p->in[1] = values[n - 1];
	p->limit[0] = next_jump(p, 0, end_at(x, 0));
	p->limit[1] = next_jump(p, 1, end_at(x, 1));
}

void se_profile_free(se_profile *p)
{
	sb_put_back(p->s);
	sb_put_back(p->v);
	sb_put_back(p->corner);
	*p = (se_profile){0};
}

/* What has gone out at an end does not come back: the distribution ends exactly where it is now. */
static void cut(se_profile *p, int end)
{
	double s = end_at(p->x, end);
	if (!beyond(end, p->s[outermost(p, end)], s))
		return;
	bool right;
	double at = looks_at(p, end, p->x, &right), v = value_at(p, at, right);
	while (p->end - p->first > 1 && beyond(end, p->s[outermost(p, end)], s))
		take(p, end);
	put(p, end, s, v, true);
	for (int e = 0; e < 2; e++)
		if (isfinite(p->limit[e]) && beyond(end, p->limit[e], s))
			p->limit[e] = next_jump(p, e, end_at(p->x, e));
}

static bool differ(double a, double b)
{
	return fabs(a - b) > 1e-12 * fmax(fabs(a), fabs(b));
}

/* The way from the last x goes in at an end. */
static void fill(se_profile *p, int end, double x, double in)
{
	cut(p, end);
	double s = end_at(p->x, end), to = end_at(x, end);
	uint32_t last = outermost(p, end), before = end ? last - 1 : last + 1;
	if (differ(p->in[end], p->v[last])) {
		p->corner[last] = true;
		p->s[last] = s;
		put(p, end, s, p->in[end], true);
		p->limit[end] = s;
		if (isinf(p->limit[!end]))
			p->limit[!end] = s;
	} else if (p->end - p->first > 2 && !p->corner[last] && fabs(p->s[last] - p->s[before]) < CLOSEST) {
		take(p, end);
	}
	if (to != p->s[outermost(p, end)])
		put(p, end, to, in, false);
	else
		p->v[outermost(p, end)] = in;
}

void se_profile_move(se_profile *p, double x, double in0, double in1)
{
	if (x > p->x)
		fill(p, 0, x, in0);
	else if (x < p->x)
		fill(p, 1, x, in1);
	p->x = x;
	p->in[0] = in0;
	p->in[1] = in1;
}

void se_profile_corner(se_profile *p)
{
	if (p->first != p->end)
		p->corner[p->first] = p->corner[p->end - 1] = true;
}

bool se_profile_feed(se_profile *p, double in0, double in1)
{
	bool fresh = differ(in0, p->in[0]) || differ(in1, p->in[1]);
	if (p->first == p->end)
		return false;
	se_profile_corner(p);
	p->in[0] = in0;
	p->in[1] = in1;
	return fresh;
}

bool se_profile_pass(se_profile *p, double x, bool positive)
{
	int end = positive;
	double near = 8 * DBL_EPSILON * fmax(1, fabs(x)), s = end_at(x, end);
	bool any = false;
	while (p->first != p->end && isfinite(p->limit[end]) && !beyond(end, s, p->limit[end] + (end ? near : -near))) {
		double jump = p->limit[end];
		while (p->end - p->first > 1 && beyond(end, p->s[outermost(p, end)], jump))
			take(p, end);
		while (p->end - p->first > 1 && p->s[end ? p->end - 2 : p->first + 1] == jump)
			take(p, end);
		p->corner[outermost(p, end)] = true;
		p->limit[end] = next_jump(p, end, jump);
		if (isfinite(p->limit[!end]) && !beyond(!end, p->limit[!end], jump))
			p->limit[!end] = INFINITY * (end ? 1 : -1);
		any = true;
	}
	return any;
}

void se_profile_settle(se_profile *p)
{
	for (int end = 0; end < 2; end++) {
		double s = end_at(p->x, end);
		while (p->end - p->first > SUPPORT + 1 && beyond(end, p->s[end ? p->end - 1 - SUPPORT : p->first + SUPPORT], s))
			take(p, end);
	}
}

void se_profile_carry(se_profile *p, double x)
{
	for (uint32_t i = p->first; i < p->end; i++)
		p->s[i] += p->x - x;
	p->limit[0] += p->x - x;
	p->limit[1] += p->x - x;
	p->x = x;
}

void se_profile_archive(se_profile *p, sb_archive *a)
{
	uint32_t n = sb_archive_count(a, p->end - p->first, 2 * sizeof(double));
	if (a->reads) {
		p->first = 0;
		p->end = p->room = n;
		p->s = sb_draw(p->s, (n + 1) * sizeof *p->s);
		p->v = sb_draw(p->v, (n + 1) * sizeof *p->v);
		p->corner = sb_draw(p->corner, (n + 1) * sizeof *p->corner);
	}
	sb_archive_bytes(a, p->s + p->first, n * sizeof *p->s);
	sb_archive_bytes(a, p->v + p->first, n * sizeof *p->v);
	sb_archive_bytes(a, p->corner + p->first, n * sizeof *p->corner);
	sb_archive_one(a, p->x);
	sb_archive_one(a, p->in);
	sb_archive_one(a, p->limit);
	sb_archive_one(a, p->time);
	sb_archive_one(a, p->against);
}
