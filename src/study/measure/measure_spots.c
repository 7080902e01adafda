/* Spots of a run at which derivatives are known: collected first, then gone to. */
#include "study/measure/measure_slopes.h"
#include <math.h>

double *st_sloping_room(st_sloping *x, size_t n)
{
	return sb_new_array(x->arena, double, n + 1);
}

bool st_has_pieces(const st_sloping *x)
{
	return x->g->piece_count > 0;
}

/* The piece that a spot belongs to: of its limit there. */
uint32_t st_spot_piece(const st_gauge *g, double t, bool left)
{
	uint32_t piece = st_piece_after(g, t);
	if (piece > 0 && (piece == g->piece_count || (left && st_piece_end(g, piece - 1) == t)))
		piece--;
	return piece;
}

/* An event at this time of the record: its rows are two, the limits. */
bool st_is_event(const st_gauge *g, double t)
{
	uint32_t piece = st_spot_piece(g, t, true);
	return piece + 1 < g->piece_count && st_piece_end(g, piece) == t &&
		   g->pieces[piece].first + g->pieces[piece].count - 1 != g->pieces[piece + 1].first;
}

/* Of a time between events, the nearer end of its piece tells its side. */
bool st_nearer_left(const st_gauge *g, double t)
{
	uint32_t piece = st_spot_piece(g, t, true);
	return g->piece_count && st_piece_end(g, piece) - t < t - st_piece_begin(g, piece);
}

void st_put_gauge(st_sloping *x, double t, bool left)
{
	st_gauge *g = x->g;
	x->node = false;
	x->time = t;
	uint32_t piece = st_has_pieces(x) ? st_spot_piece(g, t, left) : 0;
	if (!st_has_pieces(x))
		st_go_to_row(g, left || t < sr_time(g->record, sr_rows(g->record) - 1) ? 0 : sr_rows(g->record) - 1);
	else if (!left && t == sr_time(g->record, sr_rows(g->record) - 1))
		st_go_to_row(g, sr_rows(g->record) - 1);
	else if (left && t == st_piece_end(g, piece))
		st_go_to_row(g, g->pieces[piece].first + g->pieces[piece].count - 1);
	else if (t <= st_piece_begin(g, piece))
		st_go_to_row(g, left ? 0 : g->pieces[piece].first);
	else
		st_go_between(g, piece, t);
	x->piece = piece;                    /* of rates, which a narrow piece does not tell */
	while (st_has_pieces(x) && st_piece_is_narrow(g, x->piece) && (left ? x->piece > 0 : x->piece + 1 < g->piece_count))
		x->piece += left ? UINT32_MAX : 1;
}

/* What is known at the next spot becomes the place. */
void st_go_to_spot(st_sloping *x, double t, bool left)
{
	if (x->planning) {
		sb_push(x->arena, x->spots, ((st_spot){t, left}));
		return;
	}
	size_t at = (size_t)x->rank[x->next_spot++] * x->g->ms->rows;
	x->row_value = x->value + at;
	x->by = x->matrix + at * x->m;
	st_put_gauge(x, t, left);
}

/* A curve at a spot whose time moves (NULL: it stays). */
bool st_at_spot(st_sloping *x, const st_node *n, double t, bool left, const double *moves, double *out)
{
	double value, *d = st_sloping_room(x, x->width);
	st_go_to_spot(x, t, left);
	if (x->planning)
		return true;
	if (!st_dual(x, n, &value, d))
		return false;
	st_resolve(x, d, out);
	for (uint32_t i = 0; moves && i < x->m; i++)
		out[i] += moves[i] != 0 ? d[x->width - 1] * moves[i] : 0;
	return true;
}

/* How an event moves that is passed on the way to a spot. */
const double *st_moves_of(st_sloping *x, const st_node *n, double t)
{
	const double *by = x->planning ? st_sloping_room(x, x->m) : x->moves.at(x->moves.context, t);
	if (!by)
		st_no_slope(x, n, "how the event moves at which %s is read was not found");
	return by;
}

/* The same, with a spot behind it so that it is passed. */
const double *st_event_moves(st_sloping *x, const st_node *n, double t)
{
	st_go_to_spot(x, t, x->ended && t == sr_time(x->g->record, sr_rows(x->g->record) - 1));
	return st_moves_of(x, n, t);
}
