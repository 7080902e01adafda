/* Tracks: the verticals of lines, side by side between the layers, and so the widths of the channels. */
#include "study/draw/arrange.h"
#include <math.h>
#include <stdlib.h>

/* What a net does in a channel: at which heights it comes in from the left and from the right. Where no order of the
 * tracks is good, one that is split has a second track at the right end, and changes over at a height of its own. */
typedef sb_vec(double) heights;
typedef struct track {
	uint32_t net; int32_t channel;
	heights lefts, rights;
	uint32_t waits;                  /* for how many that have to be before it */
	bool placed, split;
	double x, second, over;
} track;
typedef struct tracks { sb_vec(track) all; sb_map by_key; } tracks;

static const double near = 0.6;                  /* lines at heights that differ less look like one */

static uint64_t key_of(uint32_t net, int32_t channel)
{
	return (uint64_t)net << 32 | (uint32_t)channel;
}

static track *track_of(tracks *t, uint32_t net, int32_t channel)
{
	uint64_t known = 0;
	sb_map_get(&t->by_key, key_of(net, channel), &known);
	return &t->all.at[known];
}

static bool comes_from_left(const st_arrangement *a, const track *t, const st_wire *w, uint32_t stop)
{
	return a->cells.at[st_stop_cell(w, stop)].layer < t->channel;
}

static void add_stop(const st_arrangement *a, track *t, const st_wire *w, uint32_t stop)
{
	heights *to = comes_from_left(a, t, w, stop) ? &t->lefts : &t->rights;
	sb_push(a->arena, *to, st_stop_height(a, w, stop));
}

static double mean(const heights *of, const heights *otherwise)
{
	const heights *h = of->n ? of : otherwise;
	double sum = 0;
	for (uint32_t i = 0; i < h->n; i++)
		sum += h->at[i];
	return sum / h->n;
}

/* Lines that go up to the right do not cross if the upper ones turn first; of those that go down the lower ones do. */
static int by_turn(const void *p, const void *q)
{
	const track *a = p, *b = q;
	double l[2] = {mean(&a->lefts, &a->rights), mean(&b->lefts, &b->rights)},
		   r[2] = {mean(&a->rights, &a->lefts), mean(&b->rights, &b->lefts)};
	bool up[2] = {r[0] > l[0], r[1] > l[1]};
	if (a->channel != b->channel)
		return a->channel < b->channel ? -1 : 1;
	if (up[0] != up[1])
		return up[0] ? 1 : -1;
	double d = up[0] ? l[1] - l[0] : l[0] - l[1];
	return d < 0 ? -1 : d > 0 ? 1 : a->net < b->net ? -1 : a->net > b->net;
}

static void add_hop(const st_arrangement *a, tracks *t, const st_wire *w, uint32_t hop)
{
	int32_t channel = st_hop_channel(w, hop);
	uint64_t known;
	if (!sb_map_get(&t->by_key, key_of(w->net, channel), &known)) {
		sb_map_put(&t->by_key, key_of(w->net, channel), t->all.n);
		sb_push(a->arena, t->all, ((track){.net = w->net, .channel = channel}));
	}
	track *one = track_of(t, w->net, channel);
	add_stop(a, one, w, hop);
	add_stop(a, one, w, hop + 1);
}

static tracks find_tracks(const st_arrangement *a)
{
	tracks t = {.by_key = sb_map_new(a->arena)};
	for (uint32_t i = 0; i < a->wires.n; i++)
		for (uint32_t h = 0; h <= a->wires.at[i].gaps.n; h++)
			add_hop(a, &t, &a->wires.at[i], h);
	if (t.all.n)
		qsort(t.all.at, t.all.n, sizeof *t.all.at, by_turn);
	for (uint32_t i = 0; i < t.all.n; i++)
		sb_map_put(&t.by_key, key_of(t.all.at[i].net, t.all.at[i].channel), i);
	return t;
}

static bool meets(const heights *h, double y)
{
	for (uint32_t i = 0; i < h->n; i++)
		if (fabs(h->at[i] - y) < near)
			return true;
	return false;
}

/* What comes from the left at the height at which another one goes to the right has to turn before it. */
static bool is_before(const track *a, const track *b)
{
	for (uint32_t i = 0; i < a->lefts.n; i++)
		if (meets(&b->rights, a->lefts.at[i]))
			return true;
	return false;
}

/* A height at which nothing else is in the channel. */
static double free_height(const track *first, uint32_t n, const track *one)
{
	double wish = (mean(&one->lefts, &one->rights) + mean(&one->rights, &one->lefts)) / 2;
	for (uint32_t try = 0;; try++) {
		double y = wish + (try % 2 ? -near : near) * ((try + 1) / 2);
		bool taken = false;
		for (uint32_t i = 0; i < n && !taken; i++)
			taken = meets(&first[i].lefts, y) || meets(&first[i].rights, y) ||
					(first[i].split && fabs(first[i].over - y) < near);
		if (!taken)
			return y;
	}
}

/* Those that waited for a track need not any more. */
static void release(track *first, uint32_t n, const track *done)
{
	for (uint32_t i = 0; i < n; i++)
		if (&first[i] != done && !first[i].placed && is_before(done, &first[i]))
			first[i].waits--;
}

/* The order of the n tracks of a channel. Where all wait for each other, one is split, and nobody waits for it. */
static void order_channel(track *first, uint32_t n, track **order)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < n; k++)
			first[i].waits += i != k && is_before(&first[k], &first[i]);
	for (uint32_t at = 0; at < n; at++) {
		track *next = NULL, *left = NULL;
		for (uint32_t i = 0; i < n && !next; i++) {
			left = left || first[i].placed ? left : &first[i];
			next = !first[i].placed && !first[i].waits ? &first[i] : NULL;
		}
		if (!next) {
			next = left;
			next->over = free_height(first, n, next);
			next->split = true;
		}
		next->placed = true;
		release(first, n, next);
		order[at] = next;
	}
}

/* Side by side: split ones begin at the left of all others, and end at their right. Returns where the last one is. */
static double set_tracks(st_arrangement *a, track *first, uint32_t n, double x)
{
	const double between = 4;
	track **order = sb_new_array(a->arena, track *, n + 1);
	order_channel(first, n, order);
	for (int split = 1; split >= 0; split--)
		for (uint32_t i = 0; i < n; i++)
			if (order[i]->split == split) {
				order[i]->x = x;
				x += between;
			}
	for (uint32_t i = 0; i < n; i++)
		if (order[i]->split) {
			order[i]->second = x;
			x += between;
		}
	return n ? x - between : x;
}

/* From the left to the right: a channel as wide as its tracks need, then the layer. */
static void set_columns(st_arrangement *a, tracks *t, double left)
{
	const double beside = 8;
	double x = left;
	uint32_t at = 0;
	for (int32_t c = 0; c <= a->layers; c++) {
		double wide = 0;
		uint32_t n = 0;
		while (at + n < t->all.n && t->all.at[at + n].channel == c)
			n++;
		x = set_tracks(a, t->all.at + at, n, x + beside) + beside;
		at += n;
		for (uint32_t i = 0; c < a->layers && i < a->columns[c].n; i++) {
			const st_cell *cell = &a->cells.at[a->columns[c].at[i]];
			wide = fmax(wide, fmax(cell->width, cell->note.x - beside));     /* a little of a note may be in channels */
		}
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
	l->line.points = sb_new_array(a->arena, sf_point, 4 * w->gaps.n + 12);
	l->line.point_count = 0;
	add_point(&l->line, end_of(a, &w->ends[0]));
	if (w->ends[0].side == 0)
		add_point(&l->line, (sf_point){end_of(a, &w->ends[0]).x, st_stop_height(a, w, 0)});
	for (uint32_t h = 0; h <= w->gaps.n; h++) {
		const track *one = track_of(t, w->net, st_hop_channel(w, h));
		bool here = one->split && !comes_from_left(a, one, w, h),
			 there = one->split && !comes_from_left(a, one, w, h + 1);
		add_point(&l->line, (sf_point){here ? one->second : one->x, st_stop_height(a, w, h)});
		if (here != there) {
			add_point(&l->line, (sf_point){here ? one->second : one->x, one->over});
			add_point(&l->line, (sf_point){there ? one->second : one->x, one->over});
		}
		add_point(&l->line, (sf_point){there ? one->second : one->x, st_stop_height(a, w, h + 1)});
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
