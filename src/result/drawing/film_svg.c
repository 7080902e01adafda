/* A film as an SVG that plays by itself: each actor is an element, and elements <animate> say how its attributes go on.
 * What stands in the attributes themselves is the last picture, for programs that show no motion.
 *
 * Keys that a straight line between others shows as well, to a twentieth of a pixel, are left out: a curve of thousands
 * of rows becomes some dozens of keys. */
#include "result/drawing/film.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The numbers of one attribute at each key. */
typedef struct track {
	const sr_actor *actor;
	const char *attribute;
	uint32_t first, count;           /* of the coordinates of a key */
	const double *values;            /* NULL: they are coordinates */
} track;

static double value_of(const track *t, uint32_t key, uint32_t i)
{
	const sr_actor *a = t->actor;
	if (t->values)
		return t->values[key];
	/* a rectangle or disc that is turned inside out is the same one */
	double v = a->at[(size_t)key * a->coordinates + t->first + i];
	bool extent = (a->kind == SR_OBLONG && t->first >= 2) || (a->kind == SR_ROUND && t->first == 2);
	if (a->kind == SR_OBLONG && t->first < 2) {
		double size = a->at[(size_t)key * a->coordinates + t->first + 2];
		return size < 0 ? v + size : v;
	}
	return extent ? fabs(v) : v;
}

static bool same(const track *t, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < t->count; i++)
		if (fabs(value_of(t, a, i) - value_of(t, b, i)) > 0.005)
			return false;
	return true;
}

/* How far the key k is from the straight line between two others. */
static double apart(const track *t, uint32_t low, uint32_t high, uint32_t k)
{
	const double *time = t->actor->time;
	double length = time[high] - time[low], part = length > 0 ? (time[k] - time[low]) / length : 0, most = 0;
	for (uint32_t i = 0; i < t->count; i++) {
		double a = value_of(t, low, i), b = value_of(t, high, i);
		most = fmax(most, fabs(a + part * (b - a) - value_of(t, k, i)));
	}
	return most;
}

/* Marks the keys that are needed between two that are. */
static void keep_between(const track *t, uint32_t low, uint32_t high, bool *kept)
{
	while (high - low > 1) {
		uint32_t worst = low;
		double most = 0.05;
		for (uint32_t k = low + 1; k < high; k++) {
			double d = apart(t, low, high, k);
			if (d > most)
				most = d, worst = k;
		}
		if (worst == low)
			return;
		kept[worst] = true;
		if (worst - low < high - worst) {            /* the shorter side by a call: few are open at once */
			keep_between(t, low, worst, kept);
			low = worst;
		} else {
			keep_between(t, worst, high, kept);
			high = worst;
		}
	}
}

static void choose_keys(const track *t, bool *kept)
{
	const sr_actor *a = t->actor;
	kept[0] = true;
	if (a->holds) {
		for (uint32_t k = 1, last = 0; k < a->keys; k++)
			if (!same(t, last, k))
				kept[last = k] = true;
		return;
	}
	uint32_t begin = 0;
	for (uint32_t k = 1; k <= a->keys; k++) {        /* pieces between jumps */
		if (k < a->keys && a->time[k] > a->time[k - 1])
			continue;
		kept[begin] = kept[k - 1] = true;
		keep_between(t, begin, k - 1, kept);
		begin = k;
	}
}

static void add_number(sb_text *out, double v)
{
	char text[32];
	int n = snprintf(text, sizeof text, "%.2f", fabs(v) < 0.005 ? 0 : v);
	while (text[n - 1] == '0')
		n--;
	text[text[n - 1] == '.' ? n - 1 : n] = 0;
	sb_add(out, text);
}

static void add_values(sb_text *out, const track *t, uint32_t key)
{
	for (uint32_t i = 0; i < t->count; i++) {
		if (i)
			sb_addc(out, i % 2 ? ',' : ' ');
		add_number(out, value_of(t, key, i));
	}
}

static void begin_animate(sb_text *out, const sr_film *film, const char *attribute, bool holds)
{
	sb_addf(out, "<animate attributeName=\"%s\" dur=\"%.6gs\" repeatCount=\"indefinite\" calcMode=\"%s\"", attribute,
			film->seconds + film->rest, holds ? "discrete" : "linear");
}

static void add_key_time(sb_text *out, const sr_film *film, double second)
{
	char text[32];
	int n = snprintf(text, sizeof text, "%.6f", fmin(fmax(second / (film->seconds + film->rest), 0), 1));
	while (text[n - 1] == '0')
		n--;
	text[text[n - 1] == '.' ? n - 1 : n] = 0;
	sb_add(out, text);
}

/* Both lists begin at 0; one whose values go on straight ends at 1. */
static void add_keys(sb_text *out, const sr_film *film, const track *t, const bool *kept)
{
	const sr_actor *a = t->actor;
	bool early = a->time[0] > 0;
	begin_animate(out, film, t->attribute, a->holds);
	sb_add(out, " values=\"");
	for (uint32_t k = 0, first = 1; k < a->keys; k++) {
		if (!kept[k])
			continue;
		if (!first)
			sb_addc(out, ';');
		add_values(out, t, k);
		if (first && early) {
			sb_addc(out, ';');
			add_values(out, t, k);
		}
		first = 0;
	}
	if (!a->holds) {
		sb_addc(out, ';');
		add_values(out, t, a->keys - 1);
	}
	sb_add(out, "\" keyTimes=\"0");
	for (uint32_t k = 0, first = 1; k < a->keys; k++) {
		if (!kept[k])
			continue;
		if (!first || early) {
			sb_addc(out, ';');
			add_key_time(out, film, a->time[k]);
		}
		first = 0;
	}
	sb_add(out, a->holds ? "\"/>" : ";1\"/>");
}

/* The attribute at the last key, to `head`, and how it goes on, to `body`. */
static void add_track(sb_text *head, sb_text *body, const sr_film *film, const track *t)
{
	uint32_t n = t->actor->keys, left = 0;
	bool *kept = sb_new_array(film->arena, bool, n);
	memset(kept, 0, n * sizeof *kept);
	sb_addf(head, " %s=\"", t->attribute);
	add_values(head, t, n - 1);
	sb_addc(head, '"');
	choose_keys(t, kept);
	for (uint32_t k = 0; k < n; k++)
		left += kept[k];
	if (left < 2 || (left == 2 && !t->actor->holds && same(t, 0, n - 1)))
		return;
	add_keys(body, film, t, kept);
}

/* Before it comes it is not there. */
static void add_coming(sb_text *body, const sr_film *film, const sr_actor *a)
{
	if (!(a->from > 0))
		return;
	begin_animate(body, film, "visibility", true);
	sb_add(body, " values=\"hidden;visible\" keyTimes=\"0;");
	add_key_time(body, film, a->from);
	sb_add(body, "\"/>");
}

static void add_colors(sb_text *body, const sr_film *film, const sr_actor *a)
{
	bool moves = false;
	for (uint32_t k = 1; a->colors && k < a->keys; k++)
		moves = moves || a->colors[k] != a->colors[0];
	if (!moves)
		return;
	/* a key for each change, and the one before it, so that straight pieces stay straight */
	bool line = a->kind == SR_OPEN || a->kind == SR_TRAIL;
	sb_text times = {0};
	begin_animate(body, film, line ? "stroke" : "fill", a->holds);
	sb_addf(body, " values=\"#%06x", a->colors[0]);
	for (uint32_t k = 1; k < a->keys; k++) {
		bool last = k + 1 == a->keys && !a->holds;
		if (a->colors[k] == a->colors[k - 1] && (a->holds || (!last && a->colors[k + 1] == a->colors[k])))
			continue;
		sb_addf(body, ";#%06x", a->colors[k]);
		sb_addc(&times, ';');
		add_key_time(&times, film, a->time[k]);
	}
	if (!a->holds)
		sb_addf(body, ";#%06x", a->colors[a->keys - 1]);
	sb_addf(body, "\" keyTimes=\"0%s%s\"/>", times.at ? times.at : "", a->holds ? "" : ";1");
	sb_text_free(&times);
}

/* The whole way is one line, of which more and more is drawn: its dash is as long as itself, and comes in. */
static void add_way(sb_text *head, sb_text *body, const sr_film *film, const sr_actor *a)
{
	double *left = sb_new_array(film->arena, double, a->keys), whole = 0;
	for (uint32_t k = 0; k < a->keys; k++) {
		const double *at = a->at + 2 * (size_t)k;
		whole += k ? hypot(at[0] - at[-2], at[1] - at[-1]) : 0;
		left[k] = whole;
	}
	for (uint32_t k = 0; k < a->keys; k++)
		left[k] = whole - left[k];
	sb_add(head, " points=\"");
	for (uint32_t k = 0; k < a->keys; k++) {
		const double *at = a->at + 2 * (size_t)k;
		if (k && k + 1 < a->keys && hypot(at[0] - at[-2], at[1] - at[-1]) < 0.01)
			continue;
		sb_add(head, k ? " " : "");
		add_number(head, at[0]);
		sb_addc(head, ',');
		add_number(head, at[1]);
	}
	sb_add(head, "\" stroke-dasharray=\"");
	add_number(head, whole + 1);
	sb_add(head, "\"");
	track t = {.actor = a, .attribute = "stroke-dashoffset", .count = 1, .values = left};
	add_track(head, body, film, &t);
}

static void add_look(sb_text *head, const sr_actor *a)
{
	uint32_t color = a->colors ? a->colors[a->keys - 1] : a->color;
	if (a->kind == SR_LABEL) {
		static const char *const anchors[] = {"start", "middle", "end"};
		sb_addf(head, " font-size=\"%g\" fill=\"#%06x\" text-anchor=\"%s\"", a->width, color, anchors[a->anchor]);
	} else if (a->kind == SR_OPEN || a->kind == SR_TRAIL) {
		sb_addf(head, " fill=\"none\" stroke=\"#%06x\" stroke-width=\"%g\" stroke-linejoin=\"round\"", color, a->width);
	} else {
		if (a->filled)
			sb_addf(head, " fill=\"#%06x\"", color);
		else
			sb_add(head, " fill=\"none\"");
		if (a->width > 0)
			sb_addf(head, " stroke=\"#%06x\" stroke-width=\"%g\" stroke-linejoin=\"round\"", a->edge, a->width);
	}
}

static void add_actor(sb_text *out, const sr_film *film, const sr_actor *a)
{
	static const char *const elements[] = {"polygon", "polyline", "circle", "rect", "polyline", "text"};
	static const char *const round[] = {"cx", "cy", "r"}, *const oblong[] = {"x", "y", "width", "height"};
	const char *const *names = a->kind == SR_ROUND ? round : oblong;
	sb_text head = {0}, body = {0};
	if (a->kind == SR_TRAIL) {
		add_way(&head, &body, film, a);
	} else if (a->kind == SR_CLOSED || a->kind == SR_OPEN) {
		track t = {.actor = a, .attribute = "points", .count = a->coordinates};
		add_track(&head, &body, film, &t);
	} else {
		for (uint32_t i = 0; i < a->coordinates; i++) {
			track t = {.actor = a, .attribute = names[i], .first = i, .count = 1};
			add_track(&head, &body, film, &t);
		}
	}
	add_look(&head, a);
	add_coming(&body, film, a);
	if (a->filled || a->kind == SR_OPEN)
		add_colors(&body, film, a);
	sb_addf(out, "<%s%s>%s%s</%s>\n", elements[a->kind], head.at, a->kind == SR_LABEL ? a->text : "",
			body.at ? body.at : "", elements[a->kind]);
	sb_text_free(&head);
	sb_text_free(&body);
}

void sr_film_svg(const sr_film *film, sb_text *out)
{
	sb_addf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" "
	             "font-family=\"Helvetica, Arial, sans-serif\">\n",
	        film->width, film->height, film->width, film->height);
	for (uint32_t i = 0; i < film->actors.n; i++)
		add_actor(out, film, &film->actors.at[i]);
	sb_add(out, "</svg>\n");
}
