/* A curve of a record: its pieces, and its value at a time.
 *
 * Inside a piece a column is the polynomial through its rows, by the second barycentric formula, of the differences to
 * the first row: what is constant stays so to the last bit. With two rows this is a straight line. A discrete column
 * has the value of the first row in all of the piece.
 *
 * A variable that is limited without an event, as min(1, x) is, has a kink inside of a piece, and the polynomial
 * swings about the limit there. Three rows of the same value, one behind another, are taken for a limit: between them
 * the variable stays on it, and beside them it does not go beyond it. */
#include "study/measure/measure_inside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_piece(st_gauge *g, uint32_t first, uint32_t count)
{
	if (g->piece_count == g->piece_cap) {
		g->piece_cap = g->piece_cap ? 2 * g->piece_cap : 64;
		g->pieces = sb_resize(g->pieces, g->piece_cap * sizeof *g->pieces);
	}
	g->pieces[g->piece_count++] = (st_piece){first, count};
}

void st_gauge_open(st_gauge *g, const sr_record *record)
{
	uint32_t rows = sr_rows(record), begin = 0;
	g->record = record;
	g->piece_count = 0;
	g->opened = UINT32_MAX;
	g->spot++;
	for (uint32_t c = 0; c < g->ms->columns.n; c++)
		g->column[c] = sr_find(record, g->ms->columns.at[c]), g->moving[c] = 0;
	for (uint32_t r = 1; r < rows; r++) {
		bool inside = sr_mark_at(record, r) == SR_INSIDE && r - begin + 1 < ST_NODES && r + 1 < rows;
		if (inside)
			continue;
		if (sr_time(record, r) > sr_time(record, begin))
			add_piece(g, begin, r - begin + 1);
		begin = r;
	}
}

void st_go_to_row(st_gauge *g, uint32_t row)
{
	g->spot++;
	g->between = false;
	g->row = row;
	g->time = sr_time(g->record, row);
}

/* A piece between two events that are a few units of time's last place apart has rows of equal time, or nearly so: it
 * is taken for a straight line between its ends. */
enum { NARROW = 1000 };

bool st_piece_is_narrow(const st_gauge *g, uint32_t piece)
{
	double begin = st_piece_begin(g, piece), end = st_piece_end(g, piece);
	return end - begin <= NARROW * DBL_EPSILON * fmax(fabs(begin), fabs(end));
}

/* What the weights of a piece have in common wherever the gauge is in it. */
static void open_piece(st_gauge *g, uint32_t piece)
{
	const st_piece *p = &g->pieces[piece];
	double *x = g->node, width = st_piece_end(g, piece) - st_piece_begin(g, piece);
	for (uint32_t i = 0; i < p->count; i++)
		x[i] = sr_time(g->record, p->first + i);
	for (uint32_t i = 0; i < p->count; i++) {
		g->product[i] = 1;
		for (uint32_t k = 0; k < p->count; k++)
			g->product[i] *= k == i ? 1 : (x[i] - x[k]) / width;
	}
	g->opened = piece;
}

static void weigh(st_gauge *g, uint32_t count, double t)
{
	double *weight = g->weight, *x = g->node, width = x[count - 1] - x[0], sum = 0;
	if (width <= NARROW * DBL_EPSILON * fmax(fabs(x[0]), fabs(t))) {
		for (uint32_t i = 0; i < count; i++)
			weight[i] = 0;
		weight[count - 1] = (t - x[0]) / width;
		weight[0] = 1 - weight[count - 1];
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		weight[i] = 1 / (g->product[i] * ((t - x[i]) / width));
		sum += weight[i];
	}
	for (uint32_t i = 0; i < count; i++)
		weight[i] /= sum;
}

void st_go_between(st_gauge *g, uint32_t piece, double t)
{
	const st_piece *p = &g->pieces[piece];
	if (g->opened != piece)
		open_piece(g, piece);
	for (uint32_t i = 0; i < p->count; i++) {
		if (g->node[i] == t) {
			st_go_to_row(g, p->first + i);
			return;
		}
	}
	weigh(g, p->count, t);
	g->spot++;
	g->between = true;
	g->piece = piece;
	g->time = t;
}

double st_piece_begin(const st_gauge *g, uint32_t piece)
{
	return sr_time(g->record, g->pieces[piece].first);
}

double st_piece_end(const st_gauge *g, uint32_t piece)
{
	return sr_time(g->record, g->pieces[piece].first + g->pieces[piece].count - 1);
}

/* Whether a column is interpolated where the gauge is. */
static bool is_interpolated(const st_gauge *g, uint32_t c)
{
	return g->between && !sr_column_at(g->record, c)->constant && !sr_column_at(g->record, c)->discrete;
}

/* Whether these rows are one behind another, no event between, and have the same value. */
static bool are_level(const st_gauge *g, uint32_t c, uint32_t row, uint32_t next)
{
	return next < sr_rows(g->record) && sr_value(g->record, row, c) == sr_value(g->record, next, c) &&
		   sr_time(g->record, row) < sr_time(g->record, next);
}

/* How many rows behind (ahead of) this one have its value; as many as count. */
static uint32_t level_behind(const st_gauge *g, uint32_t c, uint32_t row)
{
	return !are_level(g, c, row, row + 1) ? 0 : are_level(g, c, row + 1, row + 2) ? 2 : 1;
}

static uint32_t level_ahead(const st_gauge *g, uint32_t c, uint32_t row)
{
	return row < 1 || !are_level(g, c, row - 1, row) ? 0 : row < 2 || !are_level(g, c, row - 2, row - 1) ? 1 : 2;
}

/* Between the last row off a limit and the first on it there is a kink: where the line through the last two rows that
 * are off meets the limit, if that is between them. */
static double beside_limit(const st_gauge *g, uint32_t c, uint32_t on, uint32_t off, uint32_t farther)
{
	double limit = sr_value(g->record, on, c), v = sr_value(g->record, off, c), w = sr_value(g->record, farther, c);
	double end = sr_time(g->record, on), begin = sr_time(g->record, off), kink = end;
	double meets = begin + (limit - v) * (begin - sr_time(g->record, farther)) / (v - w);
	if (farther != off && (meets - begin) * (end - meets) > 0)
		kink = meets;
	double part = (g->time - begin) / (kink - begin);
	return part < 1 ? v + (limit - v) * part : limit;
}

/* The value v of the polynomial between rows r and r+1, but for limits. */
static double within_limits(const st_gauge *g, uint32_t c, uint32_t r, double v)
{
	const st_piece *p = &g->pieces[g->piece];
	uint32_t last = p->first + p->count - 1;
	double a = sr_value(g->record, r, c), b = sr_value(g->record, r + 1, c);
	if (a == b)
		return level_ahead(g, c, r) + level_behind(g, c, r + 1) > 0 && are_level(g, c, r, r + 1) ? a : v;
	if (level_behind(g, c, r + 1) == 2 && r + 2 <= last)
		return beside_limit(g, c, r + 1, r, r > 0 && sr_time(g->record, r - 1) < sr_time(g->record, r) ? r - 1 : r);
	if (level_ahead(g, c, r) == 2 && r > p->first) {
		uint32_t off = r + 1, farther = off + 1;
		bool goes_on = farther < sr_rows(g->record) && sr_time(g->record, off) < sr_time(g->record, farther);
		return beside_limit(g, c, r, off, goes_on ? farther : off);
	}
	for (uint32_t k = p->first; k <= last; k++) {
		double limit = sr_value(g->record, k, c);
		if (level_ahead(g, c, k) + level_behind(g, c, k) < 2)
			continue;
		v = a <= limit && b <= limit ? fmin(v, limit) : a >= limit && b >= limit ? fmax(v, limit) : v;
	}
	return v;
}

/* Has it another value at each row of the present piece and beside it? Then it lies on no limit. */
static bool moves_on(st_gauge *g, uint32_t column)
{
	const st_piece *p = &g->pieces[g->piece];
	uint32_t rows = sr_rows(g->record), from = p->first > 2 ? p->first - 2 : 0, to = p->first + p->count + 1, k;
	if (g->moving[column] == g->piece + 1)
		return true;
	to = to < rows ? to : rows - 1;
	double v = sr_value(g->record, from, g->column[column]), next = NAN;
	for (k = from + 1; k <= to && v != next; k++) {
		next = v;
		v = sr_value(g->record, k, g->column[column]);
	}
	if (v != next)
		g->moving[column] = g->piece + 1;
	return v != next;
}

static double interpolated(st_gauge *g, uint32_t column)
{
	const st_piece *p = &g->pieces[g->piece];
	uint32_t c = g->column[column];
	double first = sr_value(g->record, p->first, c), sum = 0;
	uint32_t row = p->first;
	for (uint32_t i = 1; i < p->count; i++) {
		sum += g->weight[i] * (sr_value(g->record, p->first + i, c) - first);
		row += i + 1 < p->count && g->node[i] < g->time;
	}
	return p->count > 2 && !moves_on(g, column) ? within_limits(g, c, row, first + sum) : first + sum;
}

double st_column_value(st_gauge *g, uint32_t column)
{
	uint32_t c = g->column[column];
	if (g->seen[column] == g->spot)
		return g->value[column];
	double v = NAN;
	if (c != UINT32_MAX && is_interpolated(g, c)) {
		v = interpolated(g, column);
	} else if (c != UINT32_MAX) {
		bool first = g->between && sr_column_at(g->record, c)->discrete;
		v = sr_value(g->record, first ? g->pieces[g->piece].first : g->row, c);
	}
	g->seen[column] = g->spot;
	g->value[column] = v;
	return v;
}

double st_column_rate(const st_gauge *g, uint32_t column, uint32_t piece, double t)
{
	uint32_t c = g->column[column];
	const st_piece *p = &g->pieces[piece];
	double x[ST_NODES] = {0}, first, sum = 0;
	if (c == UINT32_MAX || sr_column_at(g->record, c)->constant || sr_column_at(g->record, c)->discrete)
		return 0;
	for (uint32_t i = 0; i < p->count; i++)
		x[i] = sr_time(g->record, p->first + i);
	first = sr_value(g->record, p->first, c);
	for (uint32_t i = 1; i < p->count; i++) {
		double slope = 0;                    /* of the i-th polynomial of Lagrange */
		for (uint32_t j = 0; j < p->count; j++) {
			double product = j == i ? 0 : 1 / (x[i] - x[j]);
			for (uint32_t k = 0; k < p->count && j != i; k++)
				product *= k == i || k == j ? 1 : (t - x[k]) / (x[i] - x[k]);
			slope += product;
		}
		sum += slope * (sr_value(g->record, p->first + i, c) - first);
	}
	return sum;
}

double st_time_rounding(const st_gauge *g)
{
	double span = sr_time(g->record, sr_rows(g->record) - 1) - sr_time(g->record, 0);
	return 2 * ST_ROUNDING * fmax(fabs(g->time), 1e-3 * span);
}

/* The steepest slope between two of these rows. Rows of equal time are the limits at an event. */
static double steepest(const st_gauge *g, uint32_t c, uint32_t from, uint32_t to)
{
	double slope = 0;
	for (uint32_t r = from; r < to; r++) {
		double span = sr_time(g->record, r + 1) - sr_time(g->record, r);
		double change = fabs(sr_value(g->record, r + 1, c) - sr_value(g->record, r, c));
		slope = span > 0 ? fmax(slope, change / span) : slope;
	}
	return slope;
}

double st_column_rounding(st_gauge *g, uint32_t column)
{
	uint32_t c = g->column[column], row = g->row, rows = sr_rows(g->record);
	double size = fabs(st_column_value(g, column));
	if (c == UINT32_MAX || sr_column_at(g->record, c)->constant || sr_column_at(g->record, c)->discrete)
		return ST_ROUNDING * size;
	if (!g->between)
		return ST_ROUNDING * size +
			   steepest(g, c, row - (row > 0), row + (row + 1 < rows)) * st_time_rounding(g);
	const st_piece *p = &g->pieces[g->piece];
	size = 0;
	for (uint32_t i = 0; i < p->count; i++)
		size += fabs(g->weight[i] * sr_value(g->record, p->first + i, c));
	return ST_ROUNDING * size + steepest(g, c, p->first, p->first + p->count - 1) * st_time_rounding(g);
}

uint32_t st_piece_after(const st_gauge *g, double t)
{
	uint32_t low = 0, high = g->piece_count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (st_piece_end(g, middle) > t)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

double st_value_at(st_gauge *g, const st_node *n, double t, bool left)
{
	uint32_t rows = sr_rows(g->record);
	double first = sr_time(g->record, 0), last = sr_time(g->record, rows - 1);
	if (!(t >= first && t <= last)) {
		char text[80];
		st_note(g, "%s is asked for at time %.9g, and the run goes from %.9g to %.9g", st_source_of(g, n, text), t,
				first, last);
		return NAN;
	}
	uint32_t piece = st_piece_after(g, t);
	if (left && piece > 0 && st_piece_end(g, piece - 1) == t)
		piece--;
	if (piece == g->piece_count)
		st_go_to_row(g, rows - 1);
	else if (t <= st_piece_begin(g, piece))
		st_go_to_row(g, t < st_piece_begin(g, piece) || left ? 0 : g->pieces[piece].first);
	else
		st_go_between(g, piece, t);
	return st_node_value(g, n);
}
