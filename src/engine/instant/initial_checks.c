/* Constraints that fixed start values decide, or contradict. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/instant/instant.h"
#include <math.h>

/* A condition more than is needed (S0325). */
static void tell_surplus(sb_diag *diag, const se_contradiction *c)
{
	bool known = isfinite(c->left) && isfinite(c->right);
	sb_message *m = sb_report(diag, SB_ERROR, "R0763", c->span,
							  known ? "%s contradicts the other initial conditions"
									: "%s is one initial condition more than is needed, and cannot be checked",
							  c->text);
	if (known)
		sb_note(m, "the others make its left side %.9g and its right side %.9g", c->left, c->right);
	else
		sb_note(m, "what it contains has no value outside of the initial system");
	sb_help(m, "remove it, or another condition of the same variables");
}

static void tell_constraint(sb_diag *diag, const se_contradiction *c)
{
	sb_message *m = sb_report(diag, SB_ERROR, "R0110", c->span,
							  "the fixed start values of %s contradict the constraint '%s'", c->names, c->text);
	sb_note(m, "with them its left side is %.9g and its right side %.9g%s", c->left, c->right,
			c->differentiated ? ", in its differentiated form" : "");
	sb_help(m,
			"give values that satisfy it, or remove fixed = true from one of them, which is then computed from the "
			"others");
}

void se_tell_contradiction(sb_diag *diag, const se_contradiction *c)
{
	sb_message *m;
	if (c->surplus) {
		tell_surplus(diag, c);
	} else if (!c->names) {
		m = sb_report(diag, SB_ERROR, "R0114", c->span, "the initial equation '%s' contradicts another one", c->text);
		sb_note(m,
				"it requires %.9g, but the other one, for a variable that is equal to this one, requires %.9g",
				c->left, c->right);
		sb_help(m, "give both the same value");
	} else if (c->known) {
		m = sb_report(diag, SB_ERROR, "R0110", c->span,
					  "the fixed start value of '%s' contradicts the branches that hold at the start", c->text);
		sb_note(m, "they make it %.9g, but its start value is %.9g", c->left, c->right);
		sb_help(m,
				"give a start value that fits, or remove its fixed = true, or let another branch hold at the start");
	} else {
		tell_constraint(diag, c);
	}
}

static void report_check(se_run *run, const si_check *c, double left, double right)
{
	se_contradiction told = {.text = si_word(run->image, c->text), .left = left, .right = right, .surplus = c->surplus,
							 .known = c->known, .differentiated = c->level > 0, .span = c->span};
	sb_text names = {0};
	run->failed = true;
	for (uint32_t k = 0; k < c->starts.n; k++) {
		sb_add(&names, k ? ", '" : "'");
		si_scalar_name(run->image, run->image->numbers.at[c->starts.first + k], &names);
		sb_add(&names, "'");
	}
	told.names = c->starts.n ? names.at : NULL;
	se_tell_contradiction(run->diag, &told);
	sb_text_free(&names);
}

/* The fixed start values of a constraint that they contradict are values before the first instant. */
static void begin_with_starts(se_run *run, const si_check *c)
{
	for (uint32_t k = 0; k < c->starts.n; k++) {
		double value = se_parameter_value(run, run->image->numbers.at[c->values.first + k], NAN);
		if (isfinite(value))
			sb_push(run->once, run->stated,
					((se_stated){run->image->numbers.at[c->starts.first + k], value, true, value}));
	}
}

bool se_are_equal(double left, double right)
{
	return !(fabs(left - right) > 1e-6 * (1 + fabs(left) + fabs(right)));
}

static bool is_broken(const se_run *run, const si_check *c, double *left, double *right)
{
	sc_reach known = c->surplus ? SC_EVERYTHING : SC_VARIABLES;      /* derivatives too */
	if (!sc_formula(run->d, c->left, known, NULL, left))
		*left = NAN;
	if (!sc_formula(run->d, c->right, known, NULL, right))
		*right = NAN;
	return !se_are_equal(*left, *right) || (c->surplus && isnan(*left - *right));
}

uint32_t se_broken_checks(const se_run *run)
{
	uint32_t count = 0;
	double left, right;
	for (uint32_t i = 0; i < run->image->checks.n; i++)
		count += is_broken(run, &run->image->checks.at[i], &left, &right);
	return count;
}

/* Constraints that fixed start values decide: the values must satisfy them, or, where the mode is `on_trial`, are
 * values before it is entered. One that cannot be evaluated here is left to the projection. */
bool se_checks_hold(se_run *run, bool on_trial)
{
	for (uint32_t i = 0; i < run->image->checks.n; i++) {
		const si_check *c = &run->image->checks.at[i];
		double left, right;
		if (!is_broken(run, c, &left, &right))
			continue;
		if (!on_trial || !c->starts.n) {
			report_check(run, c, left, right);
			return false;
		}
		begin_with_starts(run, c);
	}
	return true;
}
