/* Tracks: the verticals of lines, side by side between the layers, and so the widths of the channels. */
#include "study/draw/arrange.h"
#include <math.h>
#include <stdlib.h>

/* What a net does in a channel: where it comes from and goes to, on the left and on the right. */
typedef struct track { uint32_t net; int32_t channel; double left, right, low, high; uint32_t lefts, rights; double x; } track;
typedef sb_vec(track) tracks;

static track *track_of(const st_arrangement *a, tracks *t, uint32_t net, int32_t channel)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->at[i].net == net && t->at[i].channel == channel)
			return &t->at[i];
	sb_push(a->arena, *t, ((track){.net = net, .channel = channel, .low = INFINITY, .high = -INFINITY}));
	return &t->at[t->n - 1];
}

static void add_stop(const st_arrangement *a, track *t, const st_wire *w, uint32_t stop)
{
	double y = st_stop_height(a, w, stop);
	bool left = a->cells.at[st_stop_cell(w, stop)].layer < t->channel;
	*(left ? &t->left : &t->right) += y;
	*(left ? &t->lefts : &t->rights) += 1;
	t->low = fmin(t->low, y);
	t->high = fmax(t->high, y);
}

/* Lines that go up to the right do not cross if the upper ones turn first; of those that go down the lower ones do. */
static int by_turn(const void *p, const void *q)
{
	const track *a = p, *b = q;
	double l[2] = {a->lefts ? a->left / a->lefts : a->right / a->rights, b->lefts ? b->left / b->lefts : b->right / b->rights};
	double r[2] = {a->rights ? a->right / a->rights : l[0], b->rights ? b->right / b->rights : l[1]};
	bool up[2] = {r[0] > l[0], r[1] > l[1]};
	if (a->channel != b->channel)
		return a->channel < b->channel ? -1 : 1;
	if (up[0] != up[1])
		return up[0] ? 1 : -1;
	double d = up[0] ? l[1] - l[0] : l[0] - l[1];
	return d < 0 ? -1 : d > 0 ? 1 : a->net < b->net ? -1 : a->net > b->net;
}

static tracks find_tracks(const st_arrangement *a)
{
	tracks t = {0};
	for (uint32_t i = 0; i < a->wires.n; i++) {
		const st_wire *w = &a->wires.at[i];
		for (uint32_t h = 0; h <= w->gaps.n; h++) {
			track *one = track_of(a, &t, w->net, st_hop_channel(w, h));
			add_stop(a, one, w, h);
			add_stop(a, one, w, h + 1);
		}
	}
	if (t.n)
		qsort(t.at, t.n, sizeof *t.at, by_turn);
	return t;
}

/* From the left to the right: a channel as wide as its tracks need, then the layer. */
static void set_columns(st_arrangement *a, tracks *t, double left)
{
	const double between = 4, beside = 8;
	double x = left;
	uint32_t at = 0;
	for (int32_t c = 0; c <= a->layers; c++) {
		double wide = 0;
		if (c > 0)
			x += beside;
		for (; at < t->n && t->at[at].channel == c; at++, x += between)
			t->at[at].x = x;
		x += c == 0 ? beside : fmax(beside, 4);
		for (uint32_t i = 0; c < a->layers && i < a->columns[c].n; i++)
			wide = fmax(wide, a->cells.at[a->columns[c].at[i]].width);
		for (uint32_t i = 0; c < a->layers && i < a->columns[c].n; i++)
			a->cells.at[a->columns[c].at[i]].x = x + wide / 2;
		x += wide;
	}
}

static sf_point end_of(const st_arrangement *a, const st_stop *s)
{
	const st_cell *c = &a->cells.at[s->cell];
	return (sf_point){c->x + s->at.x, c->y + s->at.y};
}

/* Points that do not bend the line are left out. */
static void add_point(sf_shape *line, sf_point p)
{
	sf_point *q = line->points;
	uint32_t n = line->point_count;
	if (n && q[n - 1].x == p.x && q[n - 1].y == p.y)
		return;
	if (n > 1 && ((q[n - 2].x == q[n - 1].x && q[n - 1].x == p.x) || (q[n - 2].y == q[n - 1].y && q[n - 1].y == p.y)))
		n--;
	q[n] = p;
	line->point_count = n + 1;
}

static void draw_wire(st_arrangement *a, tracks *t, const st_wire *w)
{
	sf_link *l = &a->sketch->links.at[w->link];
	l->line.points = sb_new_array(a->arena, sf_point, 4 * w->gaps.n + 8);
	l->line.point_count = 0;
	add_point(&l->line, end_of(a, &w->ends[0]));
	if (w->ends[0].side == 0)
		add_point(&l->line, (sf_point){end_of(a, &w->ends[0]).x, st_stop_height(a, w, 0)});
	for (uint32_t h = 0; h <= w->gaps.n; h++) {
		double x = track_of(a, t, w->net, st_hop_channel(w, h))->x;
		add_point(&l->line, (sf_point){x, st_stop_height(a, w, h)});
		add_point(&l->line, (sf_point){x, st_stop_height(a, w, h + 1)});
	}
	if (w->ends[1].side == 0)
		add_point(&l->line, (sf_point){end_of(a, &w->ends[1]).x, st_stop_height(a, w, w->gaps.n + 1)});
	add_point(&l->line, end_of(a, &w->ends[1]));
	l->lined = l->line.point_count > 1;
}

void st_lay_tracks(st_arrangement *a, double left, double top)
{
	double high = -INFINITY;
	for (uint32_t i = 0; i < a->cells.n; i++)
		high = fmax(high, a->cells.at[i].y + a->cells.at[i].height / 2);
	for (uint32_t i = 0; i < a->cells.n; i++)
		a->cells.at[i].y += top - high;
	tracks t = find_tracks(a);
	set_columns(a, &t, left);
	for (uint32_t i = 0; i < a->wires.n; i++)
		draw_wire(a, &t, &a->wires.at[i]);
}
