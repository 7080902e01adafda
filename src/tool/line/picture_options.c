/* The options of pictures, from one table. */
#include "tool/line/picture.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum kind { LIST, TEXT, RANGE, LOG, FLAG, WORD, COUNT, SIZE, SPECTRUM, HISTOGRAM } kind;
typedef struct option { const char *name, *value; kind kind; size_t at; const char *help; } option;

#define AT(field) offsetof(tool_picture, field)
static const option table[] = {
	{"--vars-plot", "PATTERN,...", LIST, AT(vars), "draw these"},
	{"--figure", "TITLE", TEXT, AT(figure), "draw this figure of the model's annotation (run only)"},
	{"--over", "NAME", TEXT, AT(over), "draw them over NAME instead of time: a phase portrait"},
	{"--right", "PATTERN,...", LIST, AT(right), "draw these by a second axis, on the right"},
	{"--x-range", "A:B", RANGE, AT(x), "show this part of the x axis; one side may be left out, as in 2:"},
	{"--y-range", "A:B", RANGE, AT(y), "the same of the y axis"},
	{"--right-range", "A:B", RANGE, AT(second), "the same of the axis on the right"},
	{"--time", "A:B", RANGE, AT(time), "take only this part of the run"},
	{"--log-axis", "AXIS,... x y right", LOG, AT(log), "logarithmic axes: x, y, right"},
	{"--panels", "HOW unit one each", WORD, AT(sharing),
	 "curves share panels by unit (the default), all in one, or each its own"},
	{"--columns", "N", COUNT, AT(columns), "panels stand side by side in N columns"},
	{"--title", "TEXT", TEXT, AT(title), "title of the picture"},
	{"--x-label", "TEXT", TEXT, AT(x_label), "label of the x axis"},
	{"--y-label", "TEXT", TEXT, AT(y_label), "label of the y axis"},
	{"--right-label", "TEXT", TEXT, AT(right_label), "label of the axis on the right"},
	{"--size", "WxH", SIZE, 0, "width and height in pixels, or in characters"},
	{"--mark-events", NULL, FLAG, AT(events), "mark the times of events"},
	{"--points", NULL, FLAG, AT(points), "mark the rows, where there are at most 200"},
	{"--equal", NULL, FLAG, AT(equal), "one unit is as long on x as on y"},
	{"--spectrum", "[=WINDOW] rectangular hann hamming blackman flattop", SPECTRUM, AT(window),
	 "amplitudes over frequency; rectangular, hann, hamming, blackman, flattop"},
	{"--histogram", "[=BINS]", HISTOGRAM, AT(bins), "how much of the time is spent at which values"},
};
enum { OPTIONS = sizeof table / sizeof *table };
_Static_assert(OPTIONS <= 32, "each has a bit in tool_picture.given");

int tool_picture_find(const char *name, size_t length)
{
	for (int i = 0; i < OPTIONS; i++)
		if (strlen(table[i].name) == length && strncmp(table[i].name, name, length) == 0)
			return i;
	return -1;
}

bool tool_picture_option(uint32_t number, tool_option *out)
{
	if (number >= OPTIONS)
		return false;
	*out = tool_option_of(table[number].name, table[number].value, table[number].help);
	return true;
}

/* One side of a range; nothing is NAN. */
static bool read_side(const char *text, size_t n, double *out)
{
	char word[64], *end;
	*out = NAN;
	if (n == 0)
		return true;
	if (n >= sizeof word)
		return false;
	memcpy(word, text, n);
	word[n] = 0;
	*out = sb_read_real(word, &end);
	return !*end && isfinite(*out);
}

static bool read_range(sb_diag *diag, const option *o, const char *value, tool_range *out)
{
	const char *colon = strchr(value, ':');
	bool good = colon && read_side(value, (size_t)(colon - value), &out->low) &&
				read_side(colon + 1, strlen(colon + 1), &out->high) && !(isnan(out->low) && isnan(out->high)) &&
				!(out->low >= out->high);
	return good ||
		   tool_bad_value(diag, o->name, value, "two numbers that grow, as 0:10; one may be left out, as in 2: or :5");
}

static bool read_count(sb_diag *diag, const tool_option *row, const char *value, uint64_t most, uint32_t *out)
{
	uint64_t n;
	if (!tool_read_count(diag, row, value, 1, most, &n))
		return false;
	*out = (uint32_t)n;
	return true;
}

static bool read_size(sb_diag *diag, const option *o, const char *value, tool_picture *to)
{
	char *end, *last;
	unsigned long w = strtoul(value, &end, 10), h = *end == 'x' ? strtoul(end + 1, &last, 10) : 0;
	if (end == value || *end != 'x' || last == end + 1 || *last || w < 20 || h < 5 || w > 20000 || h > 20000)
		return tool_bad_value(diag, o->name, value, "a width and a height, as 800x400; at most 20000 each");
	to->width = (uint32_t)w;
	to->height = (uint32_t)h;
	return true;
}

bool tool_picture_store(sb_arena *arena, sb_diag *diag, int number, const char *value, tool_picture *to)
{
	const option *o = &table[number];
	void *field = (char *)to + o->at;
	tool_option row = tool_option_of(o->name, o->value, o->help);
	bool again = to->given >> number & 1;
	if (again && o->kind != LIST && o->kind != FLAG && o->kind != LOG) {
		sb_help(sb_report(diag, SB_ERROR, "U0361", (sb_span){0}, "%s is given twice for one picture", o->name),
				"leave one of them out; each --plot begins another picture");
		return false;
	}
	to->given |= 1u << number;
	if (o->kind == FLAG && value)
		return tool_bad_value(diag, o->name, value, "no value");
	switch (o->kind) {
	case LIST:
		if (!again)
			*(sb_strings *)field = (sb_strings){0};      /* those of all pictures are replaced, not added to */
		return tool_read_list(arena, diag, &row, value, field);
	case TEXT: *(const char **)field = value; return true;
	case RANGE: return read_range(diag, o, value, field);
	case LOG: return tool_read_words(diag, &row, value, field);
	case FLAG: *(bool *)field = true; return true;
	case WORD: return tool_read_word(diag, &row, value, field);
	case COUNT: return read_count(diag, &row, value, 20, field);
	case SIZE: return read_size(diag, o, value, to);
	case SPECTRUM:
		to->view = SR_VIEW_SPECTRUM;
		to->window = SR_HANN;
		return !value || tool_read_word(diag, &row, value, field);
	case HISTOGRAM: to->view = SR_VIEW_HISTOGRAM; return !value || read_count(diag, &row, value, 10000, field);
	}
	return false;
}

bool tool_picture_check(sb_diag *diag, const tool_picture *p)
{
	bool spectrum = p->view == SR_VIEW_SPECTRUM, histogram = p->view == SR_VIEW_HISTOGRAM;
	const char *view = spectrum ? "--spectrum" : "--histogram", *one = NULL, *other = NULL;
	int both = tool_picture_find("--spectrum", 10), and = tool_picture_find("--histogram", 11);
	if (p->given >> both & 1 && p->given >> and & 1)
		one = "--spectrum", other = "--histogram";
	else if ((spectrum || histogram) && p->over)
		one = view, other = "--over";
	else if ((spectrum || histogram || p->over) && p->events)
		one = p->over ? "--over" : view, other = "--mark-events";
	else if (histogram && p->right.n)
		one = view, other = "--right";
	if (!one)
		return true;
	sb_help(sb_report(diag, SB_ERROR, "U0801", (sb_span){0}, "%s and %s do not go together in one picture", one, other),
			"draw two pictures: each --plot begins one");
	return false;
}

bool tool_picture_missing(sb_diag *diag, const tool_picture *p)
{
	for (int i = 0; i < OPTIONS; i++)
		if (p->given >> i & 1) {
			sb_help(sb_report(diag, SB_ERROR, "U0430", (sb_span){0}, "%s is about a picture, but there is none",
							  table[i].name),
					"ask for one with --plot, or --plot=FILE.svg");
			return true;
		}
	return false;
}
