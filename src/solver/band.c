/* See the header. The storage is that of LAPACK's band matrices: by columns, each with the diagonals above (and room
 * for those that pivoting adds), the diagonal and the diagonals below.
 *
 * Pivoting keeps the diagonal unless it is ten times smaller than the largest entry below: the matrices of implicit
 * steps rarely need more, and without exchanges the band keeps its width. */
#include "solver/band.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/stock.h"

struct sv_band {
	uint32_t n, lower, upper;
	uint32_t above;                  /* diagonals stored above: upper, and lower more for exchanges */
	size_t height;                   /* of a column: above + 1 + lower */
	const uint32_t *column;          /* of J */
	uint32_t *place;                 /* of each entry of J in the band */
	uint32_t *order;                 /* the state that has each number; NULL: as they come */
	double *at;                      /* the factors; the diagonal holds its inverse */
	uint32_t *pivot;                 /* the row exchanged with this one */
	bool exchanged;                  /* any row was */
	double *work;                    /* a vector in the order of the numbers */
};

static const double KEEP_DIAGONAL = 0.1;

/* ------------------------------------------------------------------------------------------------ numbering */

typedef struct graph { uint32_t n, *first, *next, *degree; } graph;

static uint32_t *numbers(size_t n)
{
	return sb_draw(NULL, (n ? n : 1) * sizeof(uint32_t));
}

/* Who is coupled with whom, in either direction. */
static graph graph_new(uint32_t n, const uint32_t *column, const uint32_t *row)
{
	graph g = { .n = n, .first = numbers((size_t)n + 2), .degree = numbers(n) };
	memset(g.first, 0, ((size_t)n + 2) * sizeof(uint32_t));
	for (uint32_t j = 0; j < n; j++)
		for (uint32_t e = column[j]; e < column[j + 1]; e++)
			if (row[e] != j) {
				g.first[j + 2]++;
				g.first[row[e] + 2]++;
			}
	for (uint32_t i = 2; i < n + 2; i++)
		g.first[i] += g.first[i - 1];
	g.next = numbers(g.first[n + 1]);
	for (uint32_t j = 0; j < n; j++)
		for (uint32_t e = column[j]; e < column[j + 1]; e++)
			if (row[e] != j) {
				g.next[g.first[j + 1]++] = row[e];
				g.next[g.first[row[e] + 1]++] = j;
			}
	for (uint32_t j = 0; j < n; j++)
		g.degree[j] = g.first[j + 1] - g.first[j];
	return g;
}

static void graph_free(graph *g)
{
	sb_put_back(g->first);
	sb_put_back(g->next);
	sb_put_back(g->degree);
}

static int by_key(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return x < y ? -1 : x > y;
}

/* Numbers what can be reached from `root`, neighbours in order of their degrees, from `order` on; `mark` says who has
 * a number in this search. The number of levels; *last is a state of the last level with the least degree. */
static uint32_t search(const graph *g, uint32_t root, uint32_t *mark, uint32_t now, uint32_t *order, uint32_t *count,
                       uint32_t *last, uint64_t *keys)
{
	uint32_t head = 0, tail = 1, level_end = 1, levels = 1, level_begin = 0;
	order[0] = root;
	mark[root] = now;
	while (head < tail) {
		if (head == level_end) {
			levels++;
			level_begin = head;
			level_end = tail;
		}
		uint32_t of = order[head++], found = 0;
		for (uint32_t e = g->first[of]; e < g->first[of + 1]; e++)
			if (mark[g->next[e]] != now) {
				mark[g->next[e]] = now;
				keys[found++] = (uint64_t)g->degree[g->next[e]] << 32 | g->next[e];
			}
		if (found > 1)
			qsort(keys, found, sizeof *keys, by_key);
		for (uint32_t k = 0; k < found; k++)
			order[tail++] = (uint32_t)keys[k];
	}
	*count = tail;
	*last = order[level_begin];
	for (uint32_t k = level_begin; k < tail; k++)
		if (g->degree[order[k]] < g->degree[*last])
			*last = order[k];
	return levels;
}

/* Reverse Cuthill-McKee: each connected part from an end of it, which a few searches find. */
static uint32_t *cuthill_mckee(uint32_t n, const uint32_t *column, const uint32_t *row)
{
	graph g = graph_new(n, column, row);
	uint32_t *order = numbers(n), *mark = memset(numbers(n), 0, n * sizeof(uint32_t)), done = 0, now = 0;
	uint64_t *keys = sb_draw(NULL, n * sizeof(uint64_t));
	for (uint32_t i = 0; i < n; i++) {
		if (mark[i])
			continue;
		uint32_t root = i, count, last, levels = 0, more;
		for (int attempt = 0; attempt < 4; attempt++, root = last) {
			more = search(&g, root, mark, ++now, order + done, &count, &last, keys);
			if (more <= levels)
				break;
			levels = more;
		}
		done += count;
	}
	for (uint32_t i = 0; i < n / 2; i++) {
		uint32_t kept = order[i];
		order[i] = order[n - 1 - i];
		order[n - 1 - i] = kept;
	}
	graph_free(&g);
	sb_put_back(mark);
	sb_put_back(keys);
	return order;
}

/* ------------------------------------------------------------------------------------------------ making one */

static uint32_t *inverse_of(uint32_t n, const uint32_t *order)
{
	uint32_t *number = numbers(n);
	for (uint32_t i = 0; i < n; i++)
		number[order[i]] = i;
	return number;
}

static void width(uint32_t n, const uint32_t *column, const uint32_t *row, const uint32_t *number, uint32_t *lower,
                  uint32_t *upper)
{
	*lower = *upper = 0;
	for (uint32_t j = 0; j < n; j++)
		for (uint32_t e = column[j]; e < column[j + 1]; e++) {
			uint32_t i = number ? number[row[e]] : row[e], k = number ? number[j] : j;
			if (i > k && i - k > *lower)
				*lower = i - k;
			if (k > i && k - i > *upper)
				*upper = k - i;
		}
}

/* What a row costs, in multiplications. */
static uint64_t work_of(uint32_t lower, uint32_t upper)
{
	return ((uint64_t)lower + 1) * ((uint64_t)lower + upper + 1);
}

/* Measured on patterns with two to nine entries in a row: an entry takes KLU as long as this many multiplications in
 * the band. */
static uint64_t worth(uint32_t n, const uint32_t *column)
{
	return 22 * (uint64_t)column[n] / n;
}

sv_band *sv_band_new(uint32_t n, const uint32_t *column, const uint32_t *row)
{
	uint32_t lower, upper, *order = NULL, *number = NULL;
	if (!n)
		return NULL;
	width(n, column, row, NULL, &lower, &upper);
	if (work_of(lower, upper) > 2 * (uint64_t)column[n] / n) {
		uint32_t l, u;
		order = cuthill_mckee(n, column, row);
		number = inverse_of(n, order);
		width(n, column, row, number, &l, &u);
		if (work_of(l, u) + 4 < work_of(lower, upper)) {
			lower = l;
			upper = u;
		} else {
			sb_put_back(order);
			sb_put_back(number);
			order = number = NULL;
		}
	}
	size_t height = 2 * (size_t)lower + upper + 1;
	if (work_of(lower, upper) > worth(n, column) || height * n > INT32_MAX) {
		sb_put_back(order);
		sb_put_back(number);
		return NULL;
	}
	sv_band *b = sb_draw_zeros(sizeof *b);
	*b = (sv_band){ .n = n, .lower = lower, .upper = upper, .above = lower + upper, .height = height, .column = column,
		.order = order };
	b->place = numbers(column[n]);
	b->pivot = numbers(n);
	b->at = sb_draw(NULL, height * n * sizeof(double));
	b->work = order ? sb_draw(NULL, (size_t)n * sizeof(double)) : NULL;
	for (uint32_t j = 0; j < n; j++)
		for (uint32_t e = column[j]; e < column[j + 1]; e++) {
			uint32_t i = number ? number[row[e]] : row[e], k = number ? number[j] : j;
			b->place[e] = (uint32_t)(k * height + b->above + i - k);
		}
	sb_put_back(number);
	return b;
}

void sv_band_free(sv_band *b)
{
	if (!b)
		return;
	sb_put_back(b->place);
	sb_put_back(b->order);
	sb_put_back(b->at);
	sb_put_back(b->pivot);
	sb_put_back(b->work);
	sb_put_back(b);
}

void sv_band_width(const sv_band *b, uint32_t *lower, uint32_t *upper)
{
	*lower = b->lower;
	*upper = b->upper;
}

/* ------------------------------------------------------------------------------------------------ factors */

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The row to take as the pivot of column k, counted from k. */
static uint32_t choose(const double *diagonal, uint32_t below)
{
	uint32_t best = 0;
	for (uint32_t i = 1; i <= below; i++)
		if (fabs(diagonal[i]) > fabs(diagonal[best]))
			best = i;
	return best && fabs(diagonal[0]) >= KEEP_DIAGONAL * fabs(diagonal[best]) ? 0 : best;
}

/* Rows k and k + by, in the columns k .. last. */
static void exchange(sv_band *b, uint32_t k, uint32_t by, uint32_t last)
{
	double *at = b->at + k * b->height + b->above;
	for (uint32_t j = k; j <= last; j++, at += b->height - 1) {
		double kept = at[0];
		at[0] = at[by];
		at[by] = kept;
	}
	b->exchanged = true;
}

static int factor(sv_band *b)
{
	uint32_t n = b->n, last = 0;     /* the last column in which a row that is at work has entries */
	b->exchanged = false;
	for (uint32_t k = 0; k < n; k++) {
		double *diagonal = b->at + k * b->height + b->above;
		uint32_t below = least(b->lower, n - 1 - k), by = choose(diagonal, below);
		uint32_t reach = least(k + b->upper + by, n - 1);
		last = reach > last ? reach : last;
		b->pivot[k] = k + by;
		if (by)
			exchange(b, k, by, last);
		if (diagonal[0] == 0)
			return 1;
		double inverse = 1 / diagonal[0];
		diagonal[0] = inverse;
		for (uint32_t i = 1; i <= below; i++)
			diagonal[i] *= inverse;
		double *to = diagonal;
		for (uint32_t j = k + 1; j <= last; j++) {
			to += b->height - 1;
			double by_row = to[0];
			if (by_row != 0)
				for (uint32_t i = 1; i <= below; i++)
					to[i] -= by_row * diagonal[i];
		}
	}
	return 0;
}

int sv_band_factor(sv_band *b, double a, double c, const double *values)
{
	uint32_t n = b->n;
	memset(b->at, 0, b->height * n * sizeof(double));
	for (uint32_t e = 0; e < b->column[n]; e++)
		b->at[b->place[e]] = -c * values[e];
	for (uint32_t k = 0; k < n; k++)
		b->at[k * b->height + b->above] += a;
	return factor(b);
}

/* One diagonal on each side at most, no exchange: what goes from row to row stays in a register. */
static void solve_three(const sv_band *b, double *x)
{
	uint32_t n = b->n;
	size_t height = b->height;
	const double *at = b->at + b->above;
	double v = 0;
	if (b->lower) {
		v = x[0];
		for (uint32_t k = 1; k < n; k++, at += height)
			x[k] = v = x[k] - at[1] * v;
	}
	at = b->at + (n - 1) * height + b->above;
	x[n - 1] = v = x[n - 1] * at[0];
	for (uint32_t k = n - 1; k-- > 0;) {
		double above = b->upper ? at[-1] : 0;
		at -= height;
		x[k] = v = (x[k] - above * v) * at[0];
	}
}

/* The same with two diagonals on each side. */
static void solve_five(const sv_band *b, double *x)
{
	uint32_t n = b->n;
	size_t height = b->height;
	const double *at = b->at + b->above;
	double v = x[0], w = 0, far = 0; /* the last, the one before, and what belongs to it */
	bool two_below = b->lower > 1, two_above = b->upper > 1;
	for (uint32_t k = 1; k < n; k++, at += height) {
		double here = x[k] - at[1] * v - far * w;
		far = two_below ? at[2] : 0;
		w = v;
		x[k] = v = here;
	}
	at = b->at + (n - 1) * height + b->above;
	x[n - 1] = v = x[n - 1] * at[0];
	w = far = 0;
	for (uint32_t k = n - 1; k-- > 0;) {
		double near = at[-1], next = two_above ? at[-2] : 0;
		at -= height;
		double here = (x[k] - near * v - far * w) * at[0];
		far = next;
		w = v;
		x[k] = v = here;
	}
}

static void solve(const sv_band *b, double *x)
{
	uint32_t n = b->n, above = b->exchanged ? b->above : b->upper;
	const double *at = b->at + b->above;
	for (uint32_t k = 0; k < n; k++, at += b->height) {
		if (b->exchanged) {
			double kept = x[b->pivot[k]];
			x[b->pivot[k]] = x[k];
			x[k] = kept;
		}
		double v = x[k];
		uint32_t below = least(b->lower, n - 1 - k);
		for (uint32_t i = 1; i <= below; i++)
			x[k + i] -= v * at[i];
	}
	for (uint32_t k = n; k-- > 0;) {
		at -= b->height;
		double v = x[k] *= at[0];
		uint32_t over = least(above, k);
		const double *up = at - over;
		double *to = x + k - over;
		for (uint32_t i = 0; i < over; i++)
			to[i] -= v * up[i];
	}
}

void sv_band_solve(const sv_band *b, double *x)
{
	double *v = b->order ? b->work : x;
	if (b->order)
		for (uint32_t i = 0; i < b->n; i++)
			v[i] = x[b->order[i]];
	if (b->lower <= 1 && b->upper <= 1 && !b->exchanged)
		solve_three(b, v);
	else if (b->lower <= 2 && b->upper <= 2 && b->lower && b->upper && !b->exchanged)
		solve_five(b, v);
	else
		solve(b, v);
	if (b->order)
		for (uint32_t i = 0; i < b->n; i++)
			x[b->order[i]] = v[i];
}
