/* .meas and .four as measures of the simulation (study/measure/measure.h). */
#include "front/spice/write/spice_write.h"

#include <stdio.h>
#include <string.h>

typedef struct measuring {
	sp_netlist *n;
	sm_model *m;
	sm_analyses *out;
	const sp_directive *d;
	sp_words w;
	uint32_t at;
	bool failed;
} measuring;

static const sp_word *word(const measuring *k)
{
	return &k->w.at[k->at];
}

static bool is(const measuring *k, const char *name)
{
	return word(k)->kind == SP_WORD && !strcmp(word(k)->name, name);
}

static const char *fail(measuring *k, const char *what)
{
	if (!k->failed)
		sb_report(k->n->c->diag, SB_ERROR, "L0424", word(k)->kind == SP_END ? k->w.at[0].span : word(k)->span, "%s",
				what);
	k->failed = true;
	return "0";
}

/* An expression as Modelica has it, with names of the model. */
static const char *written(measuring *k, const sp_expr *e)
{
	sb_text text = {0};
	sb_origins origins = {0};
	sb_arena *arena = k->n->c->arena;
	sp_writer w = {.n = k->n, .arena = arena, .scope = k->n->top, .out = &text, .origins = &origins,
		.joints = sb_map_new(arena), .taken = sb_map_new(arena), .devices = sb_map_new(arena),
		.params = {sb_map_new(arena)}};
	if (!e)
		return fail(k, "an expression is expected here");
	uint32_t errors = sb_errors(k->n->c->diag);
	sp_check_probe(k->n, k->n->top, e);
	if (sb_errors(k->n->c->diag) > errors)       /* what is not known cannot be written */
		return "0";
	sp_write_value(&w, k->n->top, e);
	if (w.besides.n)
		fail(k, "ddt, idt and table are not known here");
	const char *made = sb_strndup(k->m->arena, text.at ? text.at : "0", text.n);
	sb_text_free(&text);
	return made;
}

/* The words from here to one of these, or to NAME = ..., as one expression. */
static const char *expression(measuring *k)
{
	static const char ends[] = " from to at when rise fall cross td val targ trig ";
	uint32_t first = k->at, depth = 0;
	for (; word(k)->kind != SP_END; k->at++) {
		depth += word(k)->kind == SP_OPEN;
		depth -= word(k)->kind == SP_CLOSE && depth;
		char name[40];
		snprintf(name, sizeof name, " %s ", word(k)->name);
		if (!depth && k->at > first && (word(k)->kind == SP_EQUALS || (word(k)->kind == SP_WORD && strstr(ends, name))))
			break;
	}
	if (k->at == first)
		return fail(k, "an expression is expected here");
	const sp_word *from = &k->w.at[first], *to = &k->w.at[k->at - 1];
	if (first + 1 == k->at)
		return written(k, sp_word_value(k->n->c, k->d->card, from));
	return written(k, sp_read_expression(k->n->c, k->d->card, from->from - (from->kind == SP_BRACED),
										 to->to + (to->kind == SP_BRACED)));
}

/* NAME = value, or NAME value; NULL: it is not there. */
static const char *option(measuring *k, const char *name)
{
	if (!is(k, name))
		return NULL;
	k->at++;
	k->at += word(k)->kind == SP_EQUALS;
	const sp_word *w = word(k);
	if (w->kind == SP_END)
		return fail(k, "a value is expected here");
	k->at++;
	return written(k, sp_word_value(k->n->c, k->d->card, w));
}

/* FROM and TO, behind an expression. */
static const char *window(measuring *k)
{
	const char *from = NULL, *to = NULL, *one;
	for (bool more = true; more;) {
		more = false;
		if ((one = option(k, "from")))
			from = one, more = true;
		if ((one = option(k, "to")))
			to = one, more = true;
	}
	return sb_printf(k->m->arena, "%s%s%s%s", from ? ", from = " : "", from ? from : "", to ? ", to = " : "", to ?
			to : "");
}

/* v(a) = value, or v(a) VAL = value, then RISE, FALL or CROSS = n and TD: when it is so. */
static const char *moment(measuring *k)
{
	const char *left = expression(k), *right = NULL, *number = "1", *delay = NULL, *one;
	const char *rise = NULL, *fall = NULL, *cross = NULL;
	if (word(k)->kind == SP_EQUALS) {
		k->at++;
		right = expression(k);
	}
	for (bool more = true; more && !k->failed;) {
		uint32_t before = k->at;
		right = (one = option(k, "val")) ? one : right;
		delay = (one = option(k, "td")) ? one : delay;
		rise = (one = option(k, "rise")) ? one : rise;
		fall = (one = option(k, "fall")) ? one : fall;
		cross = (one = option(k, "cross")) ? one : cross;
		more = k->at != before;
	}
	if (!right)
		return fail(k, "EXPRESSION = VALUE or VAL = VALUE is expected");
	if (cross)
		return fail(k, "CROSS is not there: use RISE or FALL");
	number = rise ? rise : fall ? fall : number;
	/* what is so from the beginning is no crossing: a condition with both sides */
	return sb_printf(k->m->arena, "time_when(%s %s %s, %s%s%s)", left, fall ? "<" : ">", right, number,
					 delay ? ", from = " : "", delay ? delay : "");
}

static const char *of_kind(measuring *k)
{
	static const struct { const char *word, *function; } kinds[] = {{"max", "max"}, {"min", "min"}, {"avg", "mean"},
		{"rms", "rms"}, {"integ", "integral"}, {"integral", "integral"}, {"max_at", "time_of_max"},
		{"min_at", "time_of_min"}};
	sb_arena *arena = k->m->arena;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (is(k, kinds[i].word)) {
			k->at++;
			const char *x = expression(k);
			return sb_printf(arena, "%s(%s%s)", kinds[i].function, x, window(k));
		}
	if (is(k, "pp")) {
		k->at++;
		const char *x = expression(k), *span = window(k);
		return sb_printf(arena, "max(%s%s) - min(%s%s)", x, span, x, span);
	}
	if (is(k, "find")) {
		k->at++;
		const char *x = expression(k);
		const char *at = option(k, "at");
		if (!at && is(k, "when")) {
			k->at++;
			at = moment(k);
		}
		return at ? sb_printf(arena, "at(%s, %s)", x, at) : fail(k, "AT = TIME or WHEN is expected");
	}
	if (is(k, "when")) {
		k->at++;
		return moment(k);
	}
	if (is(k, "trig")) {
		k->at++;
		const char *first = is(k, "at") ? option(k, "at") : moment(k);
		if (!is(k, "targ"))
			return fail(k, "TARG is expected");
		k->at++;
		return sb_printf(arena, "%s - %s", is(k, "at") ? option(k, "at") : moment(k), first);
	}
	return fail(k, "MAX, MIN, PP, AVG, RMS, INTEG, FIND, WHEN or TRIG is expected");
}

static void put(measuring *k, const char *name, const char *text)
{
	sb_push(k->m->arena, k->out->measures, ((sm_measure){sb_strdup(k->m->arena, name), text, k->w.at[0].span}));
}

static void measure(measuring *k)
{
	if (is(k, "tran"))
		k->at++;
	else if (is(k, "ac") || is(k, "dc") || is(k, "op") || is(k, "noise") || is(k, "sp")) {
		sb_help(sb_report(k->n->c->diag, SB_WARNING, "L0418", k->w.at[0].span,
				"'.meas %s' is not carried out: it is not there "
						  "yet", word(k)->text), "saltus run -o FILE.raw keeps the curves of the analysis");
		return;
	}
	if (word(k)->kind != SP_WORD) {
		fail(k, ".meas TRAN NAME ... is expected");
		return;
	}
	const char *name = k->w.at[k->at++].text, *text = of_kind(k);
	if (!k->failed && word(k)->kind != SP_END)
		fail(k, "this is not expected behind the measure");
	if (!k->failed)
		put(k, name, text);
}

enum { HARMONICS = 9 };

/* The part of a frequency in the last period: 2/T times the integral of x and an oscillation. */
static const char *harmonic(measuring *k, const char *x, double f, int number, double stop, bool sine)
{
	return sb_printf(k->m->arena, "(%.17g*integral((%s)*%s(%.17g*time), from = %.17g))", number ? 2 * f : f, x,
					 sine ? "sin" : "cos", 2 * 3.14159265358979323846 * number * f, stop - 1 / f);
}

static void fourier_of(measuring *k, const char *shown, const char *x, double f, double stop)
{
	sb_arena *arena = k->m->arena;
	const char *above = NULL, *first = NULL;
	put(k, sb_printf(arena, "%s mean", shown), harmonic(k, x, f, 0, stop, false));
	for (int i = 1; i <= HARMONICS; i++) {
		const char *c = harmonic(k, x, f, i, stop, false), *s = harmonic(k, x, f, i, stop, true);
		const char *square = sb_printf(arena, "(%s^2 + %s^2)", c, s);
		put(k, sb_printf(arena, "%s harmonic %d", shown, i), sb_printf(arena, "sqrt(%s)", square));
		first = first ? first : square;
		above = i == 1 ? NULL : above ? sb_printf(arena, "%s + %s", above, square) : square;
	}
	put(k, sb_printf(arena, "%s distortion", shown), sb_printf(arena, "sqrt((%s)/%s)", above, first));
}

static void fourier(measuring *k)
{
	double f = 0, stop = 0;
	for (uint32_t i = 0; i < k->n->analyses.n; i++)
		stop = k->n->analyses.at[i]->kind == SP_TRAN ? k->n->analyses.at[i]->stop : stop;
	const sp_expr *e = word(k)->kind == SP_END ? NULL : sp_word_value(k->n->c, k->d->card, word(k));
	if (!e || !sp_value(k->n->top, e, &f) || !(f > 0) || !(stop >= 1 / f)) {
		fail(k, ".four FREQUENCY CURVE ... is expected, with a .tran that lasts for a period");
		return;
	}
	for (k->at++; word(k)->kind != SP_END && !k->failed;) {
		uint32_t first = k->at;
		while (word(k)->kind != SP_END && word(k)->kind != SP_CLOSE)
			k->at++;
		k->at += word(k)->kind == SP_CLOSE;
		const char *text = sb_strndup(k->m->arena, k->d->card->text + k->w.at[first].from,
									  k->w.at[k->at - 1].to - k->w.at[first].from);
		const char *x = written(k, sp_read_expression(k->n->c, k->d->card, k->w.at[first].from, k->w.at[k->at - 1].to));
		if (!k->failed)
			fourier_of(k, text, x, f, stop);
	}
}

void sp_measure(sp_netlist *n, sm_model *m, sm_analyses *out)
{
	for (uint32_t i = 0; i < n->directives.n && !n->resting; i++) {
		const sp_directive *d = &n->directives.at[i];
		measuring k = {.n = n, .m = m, .out = out, .d = d, .at = 1};
		bool four = !strcmp(d->word, ".four") || !strcmp(d->word, ".fourier");
		bool meas = !strcmp(d->word, ".meas") || !strcmp(d->word, ".measure");
		if (!four && !meas)
			continue;
		k.w = sp_split(n->c, d->card);
		if (four)
			fourier(&k);
		else
			measure(&k);
	}
}
