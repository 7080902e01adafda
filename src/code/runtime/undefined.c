/* Operations that have no value, while the program runs: noticed, or the end of it. Where they are looked at:
 * generate/definite.c. */
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *next_part(const char *text)
{
	const char *end = text ? strchr(text, SC_SEPARATOR) : NULL;
	return end ? end + 1 : NULL;
}

static void add_operand(const char *name, double value, bool *any, sb_text *out)
{
	char number[32];
	char *end = NULL;
	/* 0.0 = 0 tells nothing */
	if (!name || !*name || *name == SC_SEPARATOR || (strtod(name, &end), *end == SC_SEPARATOR || !*end))
		return;
	sb_real_text(number, value);
	sb_add(out, *any ? " and " : "");
	sb_addn(out, name, strcspn(name, "\1"));
	sb_addf(out, " = %s", number);
	*any = true;
}

void sc_forget_noticed(sc_data *d)
{
	sc_run_of(d)->noticed.text = NULL;
}

bool sc_noticed(const sc_data *d)
{
	return sc_run_of(d)->noticed.text;
}

sc_notice sc_take_notice(sc_data *d)
{
	sc_notice n = sc_run_of(d)->noticed;
	sc_forget_noticed(d);
	return n;
}

void sc_fail_noticed(sc_data *d, sc_notice n)
{
	sc_undefined(d, n.site, n.what, n.text + 1, n.a, n.b);
}

/* what: 0 a quotient, 1 not defined, 3 infinite. The power of 0 and the logarithm of 0 are infinite by themselves,
 * others have become too large. */
static void notice(sc_data *d, int site, int what, const char *text, double a, double b)
{
	sc_notice *n = &sc_run_of(d)->noticed;
	bool none = isfinite(a) && isfinite(b) && (what == 0 ? b == 0 : what == 1 || a == 0);
	if (none && !n->text)
		*n = (sc_notice){ site, what, text, a, b };
}

void sc_undefined(sc_data *d, int site, int what, const char *text, double a, double b)
{
	if (*text == SC_NOTICED_MARK) {
		notice(d, site, what, text, a, b);
		return;
	}
	sc_run *run = sc_run_of(d);
	sc_failure *f = &run->failure;
	const char *first = next_part(text), *second = next_part(first);
	sb_text why = {0}, operands = {0};
	bool any = false;
	if (d->failed)
		return;
	add_operand(what == 2 ? NULL : first, a, &any, &operands);
	add_operand(what == 2 ? NULL : second, b, &any, &operands);
	int length = (int)strcspn(text, "\1");
	if (what == 0 && b == 0) {
		f->code = "R0301";
		sb_addf(&why, "division by zero in '%.*s'%s%s", length, text, any ? ": " : "", any ? operands.at : "");
	} else if (what & 1 && isfinite(a) && isfinite(b)) {
		f->code = "R0302";
		sb_addf(&why, "'%.*s' is %s%s%s", length, text, what == 1 ? "not defined" : "infinite", any ? " for " : "",
				any ? operands.at : "");
	} else {
		f->code = "R0303";
		sb_addf(&why, "'%.*s' is not a finite number%s%s", length, text, any ? " for " : "", any ? operands.at : "");
	}
	sb_put_back(f->why);
	f->why = sb_draw(NULL, why.n + 1);
	memcpy(f->why, why.at, why.n + 1);
	f->kind = SC_UNDEFINED;
	f->site = site < 0 ? d->caller : site;
	f->caller = d->caller;
	f->time = d->time;
	d->failed = 1;
	sb_text_free(&why);
	sb_text_free(&operands);
}
