/* Cards of independent sources: DC, AC, and a waveform. */
#include "front/spice/check/spice_check.h"

#include <string.h>

#include "base/file.h"

static const struct { const char *name; uint32_t least, most; } waves[] = {
	{"pulse", 2, 8}, {"sin", 2, 6}, {"exp", 2, 6}, {"pwl", 2, UINT32_MAX}, {"sffm", 2, 7}, {"am", 3, 6},
	{"pattern", 7, UINT32_MAX}, {"trnoise", 2, 7}, {"trrandom", 2, 5}};

static int wave_named(const char *name)
{
	for (size_t i = 0; i < sizeof waves / sizeof *waves; i++)
		if (strcmp(waves[i].name, name) == 0)
			return (int)i;
	return strcmp(name, "sine") == 0 ? 1 : -1;
}

static bool is_value(const sp_word *w)
{
	return w->kind == SP_BRACED || (w->kind == SP_WORD && sp_is_number(w->text));
}

static const sp_expr *take_value(sp_netlist *n, sp_device *d, const sp_words *w, uint32_t *at)
{
	return is_value(&w->at[*at]) ? sp_word_value(n->c, d->card, &w->at[(*at)++]) : NULL;
}

/* Inside of the parentheses of a waveform an expression may stand without braces. */
static void take_args(sp_netlist *n, sp_device *d, const sp_words *w, uint32_t *at)
{
	bool open = w->at[*at].kind == SP_OPEN;
	*at += open;
	for (;; (*at)++) {
		const sp_word *x = &w->at[*at];
		if (x->kind == SP_END || x->kind == SP_CLOSE || (!open && !is_value(x)))
			break;
		if (w->at[*at + 1].kind == SP_EQUALS)
			break;
		const sp_expr *value = x->kind == SP_WORD || x->kind == SP_BRACED ? sp_word_value(n->c, d->card, x) : NULL;
		if (value)
			sb_push(n->c->arena, d->args, value);
		else if (x->kind != SP_WORD && x->kind != SP_BRACED)
			sb_report(n->c->diag, SB_ERROR, "L0004", x->span, "a value is expected here");
	}
	if (open && w->at[*at].kind == SP_CLOSE)
		(*at)++;
}

/* PWL FILE = NAME: times and values, with blanks or commas between; lines of other things are comments. */
static void read_points(sp_netlist *n, sp_device *d, const sp_word *name)
{
	sp_context *c = n->c;
	const char *path = name->kind <= SP_STRING ? sp_find_file(c, name->text, name->span) : NULL;
	size_t length;
	const char *text = path ? sb_file_read(c->arena, c->diag, name->span, path, &length) : NULL;
	static const char between[] = " \t\r,;";
	for (uint32_t line = 1; text && *text; line++) {
		const char *end = text + strcspn(text, "\n");
		const char *suffix, *stop;
		double value;
		text += strspn(text, between);
		for (bool numbers = *text && !strchr("*#\n", *text); numbers && text < end;) {
			if (!sp_number(text, &value, &suffix, &stop) || stop > end || !strchr(" \t\r,;\n", *stop)) {
				sb_note(sb_report(c->diag, SB_ERROR, "L0220", name->span, "line %u of '%s' has more than numbers", line,
								  path), "a time and a value are expected, as in: 1m 3.3");
				return;
			}
			sb_push(c->arena, d->args, sp_number_expr(c, value, name->span));
			text = stop + strspn(stop, between);
		}
		text = *end ? end + 1 : end;
	}
}

static void take_wave(sp_netlist *n, sp_device *d, const sp_words *w, uint32_t *at)
{
	int k = wave_named(w->at[*at].name);
	if (d->wave)
		sb_report(n->c->diag, SB_ERROR, "L0219", w->at[*at].span, "'%s' has a waveform already", d->name);
	d->wave = waves[k].name;
	d->wave_span = w->at[(*at)++].span;
	take_args(n, d, w, at);
	if (w->at[*at].kind == SP_WORD && !strcmp(w->at[*at].name, "file") && !strcmp(d->wave, "pwl")) {
		*at += 1 + (w->at[*at + 1].kind == SP_EQUALS);
		read_points(n, d, &w->at[*at]);
		*at += w->at[*at].kind != SP_END;
	}
	if (d->args.n < waves[k].least || d->args.n > waves[k].most)
		sb_report(n->c->diag, SB_ERROR, "L0221", d->wave_span, "%s has %s values: %u", d->wave,
				  d->args.n < waves[k].least ? "too few" : "too many", d->args.n);
	else if (!strcmp(d->wave, "pwl") && d->args.n % 2)
		sb_report(n->c->diag, SB_ERROR, "L0221", d->wave_span, "pwl needs a value for each time");
}

/* Behind PWL: r = TIME, td = TIME; R alone repeats. */
static bool take_option(sp_netlist *n, sp_device *d, const sp_words *w, uint32_t *at)
{
	const sp_word *x = &w->at[*at];
	bool alone = w->at[*at + 1].kind != SP_EQUALS;
	if (!d->wave || x->kind != SP_WORD || (strcmp(x->name, "r") && strcmp(x->name, "td")))
		return false;
	sp_pair p = {.key = x->name, .span = x->span, .text = x->text};
	*at += alone ? 1 : 2;
	const sp_expr *value = alone ? sp_number_expr(n->c, 0, x->span) : take_value(n, d, w, at);
	if (value)
		sb_push(n->c->arena, p.values, value);
	sb_push(n->c->arena, d->pairs, p);
	return value != NULL;
}

static bool take_port(sp_netlist *n, const sp_device *d, const sp_word *x)
{
	static const char ports[] = " iport rport portnum z0 pwr freq phase ";
	if (x->kind != SP_WORD || !sp_is_word_of(ports, x->name))
		return false;
	sb_report(n->c->diag, SB_ERROR, "L0222", x->span, "'%s': ports for S-parameters are not there", d->name);
	return true;
}

void sp_read_source(sp_netlist *n, sp_device *d, const sp_words *w, uint32_t at)
{
	while (w->at[at].kind != SP_END) {
		const sp_word *x = &w->at[at];
		if (is_value(x) && !d->dc) {
			d->dc = take_value(n, d, w, &at);
		} else if (x->kind == SP_WORD && !strcmp(x->name, "dc")) {
			at += 1 + (w->at[at + 1].kind == SP_EQUALS);
			d->dc = take_value(n, d, w, &at);
			if (!d->dc)
				d->dc = sp_number_expr(n->c, 0, x->span);
		} else if (x->kind == SP_WORD && !strcmp(x->name, "ac")) {
			at += 1 + (w->at[at + 1].kind == SP_EQUALS);
			d->has_ac = true;
			d->ac[0] = take_value(n, d, w, &at);
			d->ac[1] = d->ac[0] ? take_value(n, d, w, &at) : NULL;
			if (!d->ac[0])
				d->ac[0] = sp_number_expr(n->c, 1, x->span);
		} else if (x->kind == SP_WORD && wave_named(x->name) >= 0) {
			take_wave(n, d, w, &at);
		} else if (!strcmp(x->name, "r") || !strcmp(x->name, "td")) {
			if (!take_option(n, d, w, &at)) {
				sb_report(n->c->diag, SB_ERROR, "L0223", x->span, "'%s' is not expected on the card of a source",
						  x->text);
				return;
			}
		} else if (x->kind == SP_WORD && (!strcmp(x->name, "distof1") || !strcmp(x->name, "distof2"))) {
			at++;                      /* for .disto, which tells that it is not there */
			for (int i = 0; i < 2 && is_value(&w->at[at]); i++)
				at++;
		} else if (take_port(n, d, x)) {
			return;
		} else {
			sb_report(n->c->diag, SB_ERROR, "L0223", x->span, "'%s' is not expected on the card of a source", x->text);
			return;
		}
	}
}
