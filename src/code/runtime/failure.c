/* What is said when a loop has no solution or a function failed. */
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *copy_of(const double *from, uint32_t n)
{
	double *copy = sb_draw(NULL, (n + 1) * sizeof *copy);
	if (from)
		memcpy(copy, from, n * sizeof *copy);
	return copy;
}

void sc_fail_loop(sc_run *run, int kind, int number, const double *z, const double *residual)
{
	sc_failure *f = &run->failure;
	uint32_t n = run->program->image->loops.at[number].n;
	if (run->d.failed && f->kind != SC_NO_FAILURE)
		return;
	run->d.failed = 1;
	sb_put_back(f->z);
	sb_put_back(f->residual);
	f->z = z ? copy_of(z, n) : NULL;
	f->residual = residual ? copy_of(residual, n) : NULL;
	f->kind = kind;
	f->loop = number;
	f->time = run->d.time;
}

void sc_forgive(sc_data *d)
{
	d->failed = 0;
	d->depth = 0;
	sc_run_of(d)->failure.kind = SC_NO_FAILURE;
}

bool sc_failed_at_values(const sc_data *d)
{
	int kind = sc_run_of((sc_data *)d)->failure.kind;
	return d->failed &&
		   (kind == SC_SINGULAR || kind == SC_NOT_FINITE || kind == SC_NO_CONVERGENCE || kind == SC_UNDEFINED);
}

static char *phrase_of(const si_image *image, sb_arena *arena, si_phrase phrase)
{
	sb_text text = {0};
	si_print(image, phrase, &text);
	char *name = sb_strdup(arena, text.at ? text.at : "?");
	sb_text_free(&text);
	return name;
}

char *sc_unknown_name(const sc_run *run, sb_arena *arena, uint32_t loop, uint32_t unknown)
{
	const si_image *image = sc_whole(run);
	return phrase_of(image, arena, image->unknown_accounts.at[image->loops.at[loop].unknowns + unknown].name);
}

const char *sc_member_names(const sc_run *run, sb_arena *arena, uint32_t loop)
{
	const si_image *image = sc_whole(run);
	si_range members = image->loop_accounts.at[loop].members;
	sb_text text = {0};
	uint32_t shown = 0, visible = 0;
	for (uint32_t k = 0; k < members.n; k++) {
		const char *one = phrase_of(image, arena, image->members.at[members.first + k].name);
		bool own = strchr(one, '$');             /* made on the way: nobody knows it by name */
		visible += !own;
		if (!own && shown < SC_NAMES_MOST)
			sb_addf(&text, "%s'%s'", shown++ ? ", " : "", one);
	}
	if (visible > shown)
		sb_addf(&text, " and %u more", visible - shown);
	if (!shown)
		sb_add(&text, "what is written here");
	char *names = sb_strdup(arena, text.at ? text.at : "");
	sb_text_free(&text);
	return names;
}

static void show_equations(const sc_run *run, sb_arena *arena, sb_message *message, uint32_t loop)
{
	const si_image *image = sc_whole(run);
	si_range equations = image->loop_accounts.at[loop].equations;
	for (uint32_t k = 1; k < equations.n && k < 4; k++) {
		const si_equation *q = &image->equations.at[equations.first + k];
		char *text = q->text ? phrase_of(image, arena, q->text) : NULL;
		if (!text)
			continue;
		if (q->span.source == q->shown.source)
			sb_also(message, q->shown, "this equation is in the loop");
		else
			sb_also(message, q->shown, "in the loop: %s", text);
	}
	sc_note_way(run, message, loop);
}

void sc_note_way(const sc_run *run, sb_message *message, uint32_t loop)
{
	const si_image *image = sc_whole(run);
	const char *way = si_word(image, image->loop_accounts.at[loop].way);

	if (way && *way)
		sb_note(message, "the signals go round: %s", way);
}

sb_span sc_loop_place(const sc_run *run, uint32_t loop, uint32_t row)
{
	const si_image *image = sc_whole(run);
	si_range equations = image->loop_accounts.at[loop].equations;
	return equations.n ? image->equations.at[equations.first + (row < equations.n ? row : 0)].shown : (sb_span){0};
}

static bool is_member(const si_image *image, uint32_t loop, uint32_t scalar)
{
	si_range members = image->loop_accounts.at[loop].members;
	for (uint32_t k = 0; k < members.n; k++)
		if (image->members.at[members.first + k].scalar == scalar)
			return true;
	return false;
}

/* The scalar that is the derivative of a dependent one, or UINT32_MAX. */
static uint32_t rate_of(const si_image *image, uint32_t scalar)
{
	for (uint32_t i = 0; i < image->dependents.n; i++)
		if (image->dependents.at[i].scalar == scalar)
			return image->dependents.at[i].rate;
	return UINT32_MAX;
}

/* Is it a choice of states that has broken down? */
bool sc_note_choice(const sc_run *run, sb_message *message, uint32_t loop)
{
	const si_image *image = sc_whole(run);
	for (uint32_t i = 0; i < image->constraints.n; i++) {
		const si_constraint *c = &image->constraints.at[i];
		const char *text = si_word(image, c->text);
		bool inside = false;
		for (uint32_t s = c->dependent; (c->chosen || c->by_parameter) && s != UINT32_MAX && !inside;
			 s = rate_of(image, s))
			inside = is_member(image, loop, s);
		if (!inside)
			continue;
		sb_text name = {0};
		si_scalar_name(image, c->dependent, &name);
		if (c->by_parameter) {
			sb_note(message,
					"'%s' is computed from the constraint '%s', which works with the parameter values in the text, but "
					"not with the values given now",
					name.at, text);
			sb_help(message,
					"write the values into the model, or use StateSelect.prefer for '%s', so that another variable is "
					"computed",
					name.at);
			sb_text_free(&name);
			return true;
		}
		sb_note(message,
				"the choice of states breaks down: stateSelect makes '%s' depend on the others through the constraint "
				"'%s', "
				"which does not determine it here",
				name.at, text);
		sb_help(message, "remove stateSelect from the variables of this constraint, so that all of them stay states "
						 "and are kept on it; or choose other states");
		sb_text_free(&name);
		return true;
	}
	return false;
}

/* ---------------------------------------------------------------------------------------- no convergence */

/* What the iteration of an initial loop began with: the start value, or the default where nobody gave one. */
static bool start_of(const sc_run *run, const si_image *image, uint32_t unknown, double *value)
{
	const si_unknown *u = &image->unknowns.at[unknown];
	si_reading reading = { .leaf = sc_read_anything, .context = &run->d };
	si_value v;

	*value = 0;
	if (si_evaluate(image, image->unknown_accounts.at[unknown].began, &reading, &v))
		*value = v.type == SI_TYPE_REAL ? v.real : (double)v.integer;
	return u->op == SX_VAR && si_owner(image, u->number)->start_given;
}

static void tell_starts(sc_run *run, sb_arena *arena, uint32_t loop, sb_message *message)
{
	const si_image *image = sc_whole(run);
	const si_loop *b = &image->loops.at[loop];
	sb_text starts = {0}, lacking = {0};

	for (uint32_t k = 0; k < b->n && k < SC_NAMES_MOST; k++) {
		double value;
		bool given = start_of(run, image, b->unknowns + k, &value);
		const char *name = sc_unknown_name(run, arena, loop, k);
		sb_addf(&starts, "%s%s = %.6g%s", k ? ", " : "", name, value,
				given ? "" : " (the default, no start value is given)");
		if (!given && image->unknowns.at[b->unknowns + k].op == SX_VAR)
			sb_addf(&lacking, "%s'%s'", lacking.at ? ", " : "", name);
	}
	sb_note(message, "the iteration began with %s", starts.at);
	if (lacking.at)
		sb_help(message, "give %s a start value near the solution, or check that the equations have a solution there",
				lacking.at);
	else
		sb_help(message, "give start values nearer to the solution, or check that the equations have a solution there");
	sb_text_free(&starts);
	sb_text_free(&lacking);
}

static void report_convergence(sc_run *run, sb_arena *arena, uint32_t loop)
{
	const sc_failure *f = &run->failure;
	uint32_t n = run->program->image->loops.at[loop].n;
	sb_message *message =
		sb_report(run->diag, SB_ERROR, "R0310", sc_loop_place(run, loop, 0),
				  "the loop of %s did not converge at time %.9g", sc_member_names(run, arena, loop), f->time);
	show_equations(run, arena, message, loop);
	sb_text values = {0};
	for (uint32_t k = 0; f->z && k < n && k < 8; k++)
		sb_addf(&values, "%s%s = %.10g (equation off by %.3g)", k ? ", " : "",
			sc_unknown_name(run, arena, loop, k), f->z[k], f->residual ? f->residual[k] : NAN);
	if (values.at)
		sb_note(message, "the last of %u iterations has %s", f->iterations, values.at);
	sb_text_free(&values);
	if (sc_note_choice(run, message, loop))
		return;
	if (run->d.initial)
		tell_starts(run, arena, loop, message);
	else
		sb_help(message,
				"give start values near the solution, or nominal values, to %s; or check that the equations have a "
				"solution there",
				sc_unknown_name(run, arena, loop, 0));
}

/* The first expression of a linear loop that is not finite although it is made of finite values is found by
 * sc_report_not_finite. */
static void report_loop_values(sc_run *run, sb_arena *arena, uint32_t loop)
{
	const sc_failure *f = &run->failure;
	if (sc_report_not_finite(&run->d, "solving a loop"))
		return;
	sb_message *message = sb_report(run->diag, SB_ERROR, "R0312", sc_loop_place(run, loop, 0),
		"the loop of %s has values that are not finite at time %.9g", sc_member_names(run, arena, loop), f->time);
	show_equations(run, arena, message, loop);
	if (sc_note_choice(run, message, loop))
		return;
	sb_help(message, "give start values where every division, root and logarithm of the loop is defined");
}

static void show_caller(const sc_run *run, sc_site site, sb_message *message)
{
	const sc_failure *f = &run->failure;
	const sc_sites *sites = &run->program->sites;
	if (!site.in_function || f->caller < 0 || (uint32_t)f->caller >= sites->n)
		return;
	sc_site caller = sites->at[f->caller];
	if (caller.what && *caller.what)
		sb_also(message, caller.span, "it was called from here, in '%s'", caller.what);
	else
		sb_also(message, caller.span, "it was called from here");
	si_show_component(run->program->image, caller.what, caller.span, message);
}

static void report_function(sc_run *run)
{
	const sc_failure *f = &run->failure;
	const sc_sites *sites = &run->program->sites;
	sc_site site = f->site >= 0 && (uint32_t)f->site < sites->n ? sites->at[f->site] : (sc_site){0};
	const char *what = site.what && *site.what ? site.what : si_word(run->program->image, run->program->image->name);
	sb_message *message = sb_report(run->diag, SB_ERROR, "R0320", site.span, "'%s' failed at time %.9g: %s", what,
									f->time, f->why ? f->why : "no reason was given");
	show_caller(run, site, message);
	sb_help(message, "check the values that go into it at this time");
}

void sc_report_unshown(sc_data *d)
{
	sc_run *run = sc_run_of(d);
	const sc_failure *f = &run->failure;
	const sc_sites *sites = &run->program->sites;
	bool function = f->kind == SC_FUNCTION, placed = function && f->site >= 0 && (uint32_t)f->site < sites->n;
	sb_message *message = sb_report(run->diag, SB_WARNING, "R0890", placed ? sites->at[f->site].span : (sb_span){0},
									"at time %.9g values could not be computed, and the row of this time has none: %s",
									d->time, function && f->why ? f->why : "a loop of equations was not solved");
	sb_note(message, "no step of the run needs them, so it goes on; further such rows are not told");
	sc_forgive(d);
}

/* Of a statement, which happens once: nothing can be tried again with other values. */
static void report_undefined(sc_run *run)
{
	const sc_failure *f = &run->failure;
	const sc_sites *sites = &run->program->sites;
	sc_site site = f->site >= 0 && (uint32_t)f->site < sites->n ? sites->at[f->site] : (sc_site){0};
	bool named = site.what && *site.what;
	sb_message *message =
		sb_report(run->diag, SB_ERROR, f->code, site.span, "%s %s%s%sat time %.9g%s", f->why, named ? "(in '" : "",
				  named ? site.what : "", named ? "' " : "", f->time, named ? ")" : "");
	show_caller(run, site, message);
	sb_help(message, "check the values that it is computed from, or exclude this case by a condition");
}

bool sc_report_failure(sc_data *d)
{
	sc_run *run = sc_run_of(d);
	sc_failure *f = &run->failure;
	bool said = f->kind != SC_NO_FAILURE && f->kind != SC_TIME_OVER;
	sb_arena *arena = sb_arena_new();
	uint32_t loop = (uint32_t)f->loop;
	if (sc_broken(d))                /* whatever failed after it: this is why */
		f->kind = SC_CRASHED, said = true;
	switch (f->kind) {
	case SC_NO_CONVERGENCE: report_convergence(run, arena, loop); break;
	case SC_SINGULAR: sc_report_singular(run, arena, loop); break;
	case SC_NOT_FINITE: report_loop_values(run, arena, loop); break;
	case SC_FUNCTION: report_function(run); break;
	case SC_UNDEFINED: report_undefined(run); break;
	case SC_CRASHED: sc_report_broken(run); break;
	default: break;
	}
	sb_arena_free(arena);
	sc_forgive(d);
	return said;
}
