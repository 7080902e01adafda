/* Sources: independent ones with their waveforms, controlled and behavioural ones. */
#include "front/spice/write/spice_write.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------- waveforms */

typedef enum usual { NONE, STEP, STOP, PER_STOP } usual;
/* The parameters of a waveform in the order of the card, and what SPICE takes where one is left out or zero. */
typedef struct wave { const char *name, *class_name; struct { const char *name; usual usual; } of[8]; } wave;
static const wave waves[] = {
	{"pulse", "Pulse", {{"V1", NONE}, {"V2", NONE}, {"TD", NONE}, {"TR", STEP}, {"TF", STEP}, {"PW", STOP},
						{"PER", STOP}, {"NP", NONE}}},
	{"sin", "Sin", {{"VO", NONE}, {"VA", NONE}, {"FREQ", PER_STOP}, {"TD", NONE}, {"THETA", NONE}, {"PHASE", NONE}}},
	{"exp", "Exp", {{"V1", NONE}, {"V2", NONE}, {"TD1", NONE}, {"TAU1", STEP}, {"TD2", NONE}, {"TAU2", STEP}}},
	{"sffm", "Sffm", {{"VO", NONE}, {"VA", NONE}, {"FC", PER_STOP}, {"MDI", NONE}, {"FS", PER_STOP}, {"PHASEC", NONE},
					  {"PHASES", NONE}}},
	{"am", "Am", {{"VA", NONE}, {"VO", NONE}, {"MF", PER_STOP}, {"FC", NONE}, {"TD", NONE}, {"PHASES", NONE}}},
	{"trnoise", "Trnoise", {{"NA", NONE}, {"NT", NONE}, {"NALPHA", NONE}, {"NAMP", NONE}, {"RTSAM", NONE},
							{"RTSCAPT", NONE}, {"RTSEMT", NONE}}},
	{"trrandom", "Trrandom", {{"TYPE", NONE}, {"TS", NONE}, {"TD", NONE}, {"PARAM1", NONE}, {"PARAM2", NONE}}},
	{"pwl", "Pwl", {{NULL, NONE}}}, {"pattern", "Pattern", {{NULL, NONE}}}};

static const wave *wave_of(const sp_device *d)
{
	for (size_t i = 0; d->wave && i < sizeof waves / sizeof *waves; i++)
		if (strcmp(waves[i].name, d->wave) == 0)
			return &waves[i];
	return NULL;
}

static double usual_value(const sp_writer *w, usual u)
{
	return u == STEP ? w->step : u == STOP ? w->stop : u == PER_STOP && w->stop > 0 ? 1 / w->stop : 0;
}

static void write_whole(sp_writer *w, const sp_device *d, const sp_expr *e)
{
	double value;
	if (sp_value(d->owner, e, &value) && value > -1e9 && value < 1e9)
		sp_putf(w, e->span, "%d", (int)value);
	else
		sb_report(w->n->c->diag, SB_ERROR, "L0229", e->span, "a whole number is expected here");
}

static void write_args(sp_writer *w, const sp_device *d, const wave *k)
{
	for (uint32_t i = 0; i < 8 && k->of[i].name; i++) {
		const sp_expr *given = i < d->args.n ? d->args.at[i] : NULL;
		double value = 1, taken = usual_value(w, k->of[i].usual);
		bool zero = given && k->of[i].usual != NONE && sp_value(d->owner, given, &value) && value == 0;
		bool whole = !strcmp(k->of[i].name, "NP") || !strcmp(k->of[i].name, "TYPE");
		if ((!given || zero) && k->of[i].usual != NONE && taken > 0) {
			char digits[32];
			sb_real_text(digits, taken);
			sp_putf(w, d->wave_span, ", %s = %s", k->of[i].name, digits);
		} else if (given && !zero) {
			sp_putf(w, given->span, ", %s = ", k->of[i].name);
			if (whole)
				write_whole(w, d, given);
			else
				sp_write_value(w, d->owner, given);
		}
	}
}

static void write_list(sp_writer *w, const sp_device *d, const char *name, uint32_t from, uint32_t by, bool whole)
{
	sp_putf(w, d->wave_span, ", %s = {", name);
	for (uint32_t i = from; i < d->args.n; i += by) {
		sp_put(w, d->args.at[i]->span, i > from ? ", " : "");
		if (whole)
			write_whole(w, d, d->args.at[i]);
		else
			sp_write_value(w, d->owner, d->args.at[i]);
	}
	sp_put(w, d->wave_span, "}");
}

static void check_times(sp_writer *w, const sp_device *d)
{
	double before = 0, now;
	for (uint32_t i = 0; i + 1 < d->args.n; i += 2) {
		if (!sp_value(d->owner, d->args.at[i], &now))
			return;
		if (i && !(now > before))
			sb_report(w->n->c->diag, SB_ERROR, "L0230", d->args.at[i]->span, "the times of PWL must ascend");
		before = now;
	}
}

static void write_points(sp_writer *w, const sp_device *d)
{
	static const char *const keys[][2] = {{"r", "R"}, {"td", "TD"}};
	check_times(w, d);
	write_list(w, d, "T", 0, 2, false);
	write_list(w, d, "V", 1, 2, false);
	for (int i = 0; i < 2; i++) {
		const sp_pair *p = sp_pair_of(&d->pairs, keys[i][0]);
		if (p && p->values.n) {
			sp_putf(w, p->span, ", %s = ", keys[i][1]);
			sp_write_value(w, d->owner, p->values.at[0]);
		}
	}
}

static void write_bits(sp_writer *w, const sp_device *d)
{
	static const char *const names[] = {"VHI", "VLO", "TD", "TR", "TF", "TSAMPLE"};
	for (uint32_t i = 0; i < 6; i++) {
		sp_putf(w, d->wave_span, ", %s = ", names[i]);
		sp_write_value(w, d->owner, d->args.at[i]);
	}
	write_list(w, d, "B", 6, 1, true);
	if (sp_pair_of(&d->pairs, "r"))
		sp_put(w, d->wave_span, ", R = true");
}

/* The value at rest: DC, or the waveform at its beginning. */
static const sp_expr *value_at_rest(const sp_device *d)
{
	if (d->dc || !d->wave || !d->args.n)
		return d->dc;
	if (!strcmp(d->wave, "pwl"))
		return d->args.at[1];
	if (!strcmp(d->wave, "pulse") || !strcmp(d->wave, "sin") || !strcmp(d->wave, "exp") || !strcmp(d->wave, "sffm"))
		return d->args.at[0];
	return NULL;
}

static bool is_drive(const sp_netlist *n, const sp_device *d)
{
	bool input = false;
	for (uint32_t i = 0; i < n->analyses.n; i++)
		input = input || n->analyses.at[i]->input == d;
	return n->resting && !d->owner->around && (d->has_ac || input);
}

/* A small signal reaches the circuit through a lag: where a capacitor is beside a source, its derivative counts. */
void sp_declare_drive(sp_writer *w, sb_span span, const char *name)
{
	const char *small = sp_quoted(w->arena, sb_printf(w->arena, "%s.small", name));
	const char *lagged = sp_quoted(w->arena, sb_printf(w->arena, "%s.lagged", name));
	sp_putf(w, span, "\n  input Real %s(start = 0);\n  Real %s(start = 0, fixed = true);\nequation"
			"\n  der(%s) = %s - %s;\npublic", small, lagged, lagged, small, lagged);
}

void sp_write_source(sp_writer *w, const sp_device *d, const char *name)
{
	const wave *k = wave_of(d);
	const char *still = sb_map_find(w->params, w->n->still);
	const sp_expr *dc = value_at_rest(d);
	bool small = is_drive(w->n, d);
	if (small)
		sp_declare_drive(w, d->span, d->name);
	if (k)
		sp_putf(w, d->span, "\n  Spice.%c%s %s(STATIC = %s", d->letter == 'v' ? 'V' : 'I', k->class_name, name, still);
	else
		sp_putf(w, d->span, "\n  Spice.%sSource %s(STATIC = %s", d->letter == 'v' ? "Voltage" : "Current", name, still);
	sp_putf(w, d->span, ", SHARE = %s", (const char *)sb_map_find(w->params, w->n->share));
	if (dc) {
		sp_put(w, dc->span, ", DC = ");
		sp_write_value(w, d->owner, dc);
	}
	if (small)
		sp_putf(w, d->span, ", u = %s", sp_quoted(w->arena, sb_printf(w->arena, "%s.lagged", d->name)));
	if (k && !strcmp(k->name, "pwl"))
		write_points(w, d);
	else if (k && !strcmp(k->name, "pattern"))
		write_bits(w, d);
	else if (k)
		write_args(w, d, k);
	sp_put(w, d->span, ");");
}

/* ------------------------------------------------------------------------------- controlled and behavioural ones */

static const char *control_of(sp_writer *w, const sp_device *d, uint32_t i)
{
	if (d->sources.n)
		return sp_current_of(w, d->sources.at[i]);
	return sb_printf(w->arena, "(%s - %s)", sp_voltage(w, d->owner, d->controls.at[2 * i]->name),
					 sp_voltage(w, d->owner, d->controls.at[2 * i + 1]->name));
}

static void write_term(sp_writer *w, const sp_device *d, uint32_t k, const uint32_t *factors, uint32_t degree)
{
	sp_put(w, d->args.at[k]->span, k ? " + " : "");
	sp_write_value(w, d->owner, d->args.at[k]);
	for (uint32_t i = 0; i < degree; i++)
		sp_putf(w, d->span, "*%s", control_of(w, d, factors[i]));
}

/* Terms in the order of SPICE: the constant, x1 .. xn, x1 x1, x1 x2, ... x1 xn, x2 x2, ... */
static void write_poly(sp_writer *w, const sp_device *d)
{
	uint32_t n = d->sources.n ? d->sources.n : d->controls.n / 2, factors[16] = {0}, degree = 0;
	if (n == 1 && d->args.n == 1) {        /* one coefficient alone is that of x1 */
		write_term(w, d, 0, factors, 1);
		return;
	}
	for (uint32_t k = 0; k < d->args.n; k++) {
		write_term(w, d, k, factors, degree);
		uint32_t i = degree;
		while (i > 0 && factors[i - 1] == n - 1)
			i--;
		if (i == 0) {
			if (++degree > 15) {
				sb_report(w->n->c->diag, SB_ERROR, "L0231", d->args.at[k]->span, "POLY has terms of degree 15 at most");
				return;
			}
			memset(factors, 0, sizeof factors);
			continue;
		}
		uint32_t next = factors[i - 1] + 1;
		for (uint32_t j = i - 1; j < degree; j++)
			factors[j] = next;
	}
}

static void write_table(sp_writer *w, const sp_device *d)
{
	sp_expr *call = sb_new(w->arena, sp_expr);
	*call = (sp_expr){.kind = SP_CALL, .name = "table", .span = d->formula->span};
	sb_push(w->arena, call->args, (sp_expr *)d->formula);
	for (uint32_t i = 0; i < d->args.n; i++)
		sb_push(w->arena, call->args, (sp_expr *)d->args.at[i]);
	sp_write_value(w, d->owner, call);
}

static void write_real(sp_writer *w, sb_span span, double value)
{
	char digits[32];
	sb_real_text(digits, value);
	sp_putf(w, span, value < 0 ? "(%s)" : "%s", digits);
}

/* Before the source: states of the transfer function in the form of a chain. The time of the chain is counted in a unit
 * in which its coefficients are of one size. */
static void declare_laplace(sp_writer *w, const sp_device *d, const sp_rational *r, const char *u, const char *x)
{
	sb_span span = d->span;
	sp_putf(w, span, "\n  Real %s = ", u);
	sp_write_value(w, d->owner, d->formula);
	sp_put(w, span, ";");
	if (r->n)
		sp_putf(w, span, "\n  Real %s[%d];\nequation", x, r->n);
	for (int i = 0; i + 1 < r->n; i++)
		sp_putf(w, span, "\n  der(%s[%d]) = %s[%d];", x, i + 1, x, i + 2);
	if (r->n) {
		sp_putf(w, span, "\n  der(%s[%d]) = (%s", x, r->n, u);
		for (int i = 0; i < r->n; i++) {
			sp_put(w, span, " - ");
			write_real(w, span, r->below[i]);
			sp_putf(w, span, "*%s[%d]", x, i + 1);
		}
		sp_put(w, span, ")/");
		write_real(w, span, r->below[r->n]);
		bool rests = r->below[0] != 0 && !w->n->uic;
		sp_putf(w, span, ";\ninitial equation\n  for i in 1:%d loop %s = 0; end for;\npublic", r->n,
				rests ? sb_printf(w->arena, "der(%s[i])", x) : sb_printf(w->arena, "%s[i]", x));
	}
}

static void write_laplace(sp_writer *w, const sp_device *d, const sp_rational *r, const char *u, const char *x)
{
	double direct = r->m == r->n ? r->above[r->n] / r->below[r->n] : 0;
	write_real(w, d->span, direct);
	sp_putf(w, d->span, "*%s", u);
	for (int i = 0; i < r->n; i++) {
		sp_put(w, d->span, " + ");
		write_real(w, d->span, (i <= r->m ? r->above[i] : 0) - direct * r->below[i]);
		sp_putf(w, d->span, "*%s[%d]", x, i + 1);
	}
}

static void write_linear(sp_writer *w, const sp_device *d, const char *name)
{
	static const char *const classes[] = {"VCVS", "CCCS", "VCCS", "CCVS"};
	const sp_pair *m = sp_pair_of(&d->pairs, "m");
	sp_putf(w, d->span, "\n  Spice.%s %s(GAIN = ", classes[d->letter - 'e'], name);
	sp_write_value(w, d->owner, d->value);
	if (d->sources.n)
		sp_putf(w, d->span, ", ic = %s", sp_current_of(w, d->sources.at[0]));
	if (m && m->values.n && d->current) {
		sp_put(w, m->span, ", MULT = ");
		sp_write_value(w, d->owner, m->values.at[0]);
	}
	sp_put(w, d->span, ");");
}

void sp_write_controlled(sp_writer *w, const sp_device *d, const char *name)
{
	sp_rational r = {0};
	const char *u = NULL, *x = NULL;
	if (d->form == SP_LINEAR && d->letter != 'b') {
		write_linear(w, d, name);
		return;
	}
	w->around_device = d->name;
	if (d->form == SP_LAPLACE) {
		if (!sp_transfer(w, d, &r))
			return;
		u = sp_claim(w, sb_printf(w->arena, "%s.u", d->name), "");
		x = sp_claim(w, sb_printf(w->arena, "%s.x", d->name), "");
		declare_laplace(w, d, &r, u, x);
	}
	sp_putf(w, d->span, "\n  Spice.%s %s(GAIN = 1, ic = ", d->current ? "CCCS" : "CCVS", name);
	if (d->form == SP_POLY)
		write_poly(w, d);
	else if (d->form == SP_TABLE)
		write_table(w, d);
	else if (d->form == SP_LAPLACE)
		write_laplace(w, d, &r, u, x);
	else
		sp_write_value(w, d->owner, d->formula);
	sp_put(w, d->span, ");");
	w->around_device = NULL;
}
