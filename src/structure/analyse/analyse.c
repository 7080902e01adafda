/* The analysis from begin to end, and the search for a first mode that can be analysed. */
#include "base/check.h"
#include "model/activate/activate.h"
#include "model/print/print.h"
#include "base/file.h"
#include "base/stop.h"
#include "structure/analyse/analyse.h"
#include "structure/expand/expand.h"
#include "structure/clocks/clocks.h"
#include "structure/cells/cells.h"
#include "structure/system/system.h"
#include "structure/solve/solve.h"
#include "structure/jacobian/jacobian.h"
#include "structure/forcing/forcing.h"
#include "structure/schedules/schedules.h"

#include <string.h>

/* How many modes are tried before it is said that the first one is singular: fewer of a large model. */
enum { MODES_MOST = 200, MODES_LEAST = 8, SCALARS_TRIED = 200000 };

typedef struct timed_plan { ss_plan plan; ss_profile profile; } timed_plan;

const ss_profile *ss_times(const ss_plan *plan)
{
	return &((const timed_plan *)plan)->profile;
}

static void lap(double *since, double *into)
{
	double now = sb_clock();
	*into += now - *since;
	*since = now;
}

static sb_diag *quiet_diag(const sb_diag *like)
{
	sb_diag *diag = sb_diag_new();
	sb_diag_share(diag, like);
	return diag;
}

/* A mode that is entered while the run goes on needs no initial system, and need not have one: a start value that is
 * fixed may be of a variable that is no state there. */
static bool initial_system(ss_work *w)
{
	if (!w->plan->no_initial)
		return ss_initial_system(w);
	ss_list_left_limits(w);
	return true;
}

/* By key: what follows from states that begin with their start values because nothing else fixes them, though nobody
 * has given these values. NULL: there are none. */
static const bool *find_forgotten(ss_work *w)
{
	bool *forgotten = sb_new_array(w->scratch, bool, 3 * (size_t)w->n + 1), any = false;
	sb_u32s keys = {0};

	for (uint32_t i = 0; i < w->plan->assumed.n; i++) {
		uint32_t cell = ss_cell_at(w, w->plan->assumed.at[i]);
		bool given = false;
		for (uint32_t s = w->first_member[cell]; s != UINT32_MAX && !given; s = w->next_member[s])
			given = ss_variable(w, s)->start_given;
		forgotten[cell] = !given;
		any = any || !given;
	}
	for (uint32_t i = 0; i < w->plan->steps.n && any; i++) {
		bool follows = false;
		keys.n = 0;
		ss_step_depends(w, w->plan, &w->plan->steps.at[i], &keys);
		for (uint32_t k = 0; k < keys.n && !follows; k++)
			follows = forgotten[keys.at[k]];
		keys.n = 0;
		ss_step_targets(w, w->plan, &w->plan->steps.at[i], &keys);
		for (uint32_t k = 0; k < keys.n && follows; k++)
			forgotten[keys.at[k]] = true;
	}
	return any ? forgotten : NULL;
}

/* A state begins with a start value that nobody has given; but there are variables that had better be states, which
 * follow from it, and their start values are given (the level of a tank, and not the mass in it). Then these are tried.
 * They may be names of a rate so far, as T of der(U) = -T.
 * States beside it that have nothing to do with them do not count. */
static bool starts_are_elsewhere(ss_work *w)
{
	ss_written_out *list = w->written_out;
	bool any = false;

	if (list->preferring != SS_AS_WRITTEN || w->plan->no_initial)
		return false;
	const bool *forgotten = find_forgotten(w);
	for (uint32_t s = 0; s < w->n && forgotten; s++) {
		const sm_variable *v = ss_variable(w, s);
		bool flip = false;
		uint32_t root = ss_root(w, s, &flip), rate = w->rate_of[root];
		if (v->state_select < SM_SELECT_PREFER || v->type != SX_REAL || v->variability != SM_CONTINUOUS ||
			w->traits[root] & SS_IS_STATE || !forgotten[rate == UINT32_MAX ? root : w->n + rate])
			continue;
		any = any || v->start_given;
		sb_push(list->arena, list->preferred, w->variable_of[s]);
	}
	return any;
}

/* From the model to equations and cells. `before`: so many errors were known. */
static bool expanded(ss_work *w, uint32_t before)
{
	bool clocked = sm_has_clocks(w->model);

	sb_doing("analysing the structure", "families");
	sx_keep_operands(w->pool, clocked);
	ss_tidy_start(w);
	if (clocked && !w->written_out->all) {
		ss_write_out_model(w, "the model has clocks");
		return false;
	}
	ss_expand(w);
	if (clocked && sb_errors(w->diag) == before && (!ss_clocks(w) || sb_errors(w->diag) > before))
		return false;
	ss_name_initial_rates(w);
	w->plan->common = w->model->scalars;
	w->plan->common_exprs = sx_count(w->pool);
	ss_drop_terms(w);
	if (w->plan->switches.n && w->families)
		ss_write_out_switched(w);
	if (!w->again && sb_errors(w->diag) == before)
		ss_make_cells(w);
	if (w->again || sb_errors(w->diag) > before)
		return false;
	ss_traits(w);
	for (uint32_t s = 0; s < w->n && (w->plan->switches.n || w->impulses); s++)
		if (w->traits[s] & SS_IS_STATE && !ss_is_whole(w, s))
			sb_push(w->arena, w->plan->rated, ss_scalar_of_cell(w, s));
	ss_hold_what_left(w);
	return sb_errors(w->diag) == before;
}

static bool passes(ss_work *w)
{
	uint32_t before = sb_errors(w->diag);
	double since = sb_clock();

	if (!expanded(w, before))
		return false;
	lap(&since, &w->profile->expand);
	sb_doing("analysing the structure", "equal variables");
	ss_fit_initial(w);
	ss_alias(w);
	ss_watch_all(w);
	lap(&since, &w->profile->alias);
	sb_doing("analysing the structure", "matching and order of the equations");
	if (w->again || !ss_parameters(w) || !ss_run_system(w))
		return false;
	ss_phases(w);
	if (w->impulses) {
		ss_list_left_limits(w);
		ss_places(w);
		w->plan->no_initial = true;
		return sb_errors(w->diag) == before;
	}
	ss_forcing(w);
	ss_find_breaks(w);
	sb_doing("analysing the structure", "the initial system");
	if (w->again || !initial_system(w))
		return false;
	if (starts_are_elsewhere(w)) {
		w->written_out->preferring = SS_PREFER;
		w->again = true;
		return false;
	}
	ss_places(w);
	ss_finish_routines(w);
	ss_find_risks(w);
	since = sb_clock();
	if (sb_errors(w->diag) > before)
		return false;
	sb_doing("analysing the structure", "the Jacobian");
	ss_jacobian_of(w);
	ss_invariant_jacobian_of(w);
	ss_observers(w);
	ss_schedules(w);
	lap(&since, &w->profile->jacobian);
	return sb_errors(w->diag) == before;
}

/* If-equations outside of when-clauses may be switches, and then the model is needed as it is for the other modes. */
static bool may_switch(const sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->kind == SM_IF)
			return true;
	return false;
}

/* After an attempt that families, factors that are zero, or wishes for rates as states were in the way of. What is
 * wrong with a model is said of single equations. */
static bool more_is_written_out(ss_work *w, bool good, ss_open open, uint32_t messages)
{
	ss_written_out *list = w->written_out;
	bool guessed = w->open_guessed && open != SS_OPEN_LOOK;
	if (w->open != open && (guessed || !w->again))   /* what is open is another matter: see settle_floating */
		return false;
	bool rates = !good && !w->again && w->has_wanted;
	bool zeros = !good && !w->again && !rates && (w->has_zeros || list->structural.n) && !list->zeros;
	bool preferred = !good && !w->again && !rates && list->preferring == SS_PREFER;
	bool again = w->again || rates || zeros || preferred || (!good && (w->families || w->cells) && !list->all);

	if (!again && !good && w->plan->transports.n && !list->all_held) {
		list->all_held = true;       /* a signal that passes an end may be in the way */
		sb_take_back(w->diag, messages, NULL);
		return true;
	}
	if (again) {
		list->all = list->all || !(w->again || rates || zeros || preferred);
		if (rates)
			list->rates_are_names = true;
		else if (preferred)
			list->preferring = SS_PREFERRED;
		else if (zeros)
			ss_allow_zeros(w);
		sb_take_back(w->diag, messages, NULL);
	}
	return again;
}

/* A mode that could not be analysed may be one in which equations repeat others by factors that are parameters. */
static bool factors_may_help(ss_work *w, bool good, ss_open open, uint32_t messages)
{
	ss_written_out *list = w->written_out;

	if (good || w->open != open || list->factors || !w->plan->switches.n)
		return false;
	list->factors = true;
	sb_take_back(w->diag, messages, NULL);
	return true;
}

static void keep_reasons(sb_arena *arena, ss_plan *plan)
{
	for (uint32_t i = 0; i < plan->families.n; i++)
		if (plan->families.at[i].why)
			plan->families.at[i].why = sb_strdup(arena, plan->families.at[i].why);
}

/* What was expanded before holds as long as no attempt has changed the conditions of it. */
static const ss_shared *shared_of(const ss_mode *mode, const ss_written_out *list)
{
	bool first = !list->all && !list->sums && !list->zeros && !list->structural.n && !list->why_all;

	return mode && first ? mode->shared : NULL;
}

static void check_result(const ss_plan *plan, bool good)
{
	sb_text why = {0};

	if (SB_CHECKED && good)
		sb_must(ss_check_plan(plan, &why), "the plan of %s: %s", plan->model->name, why.at);
}

/* marks: the model itself, if it may be changed. */
typedef struct ss_purpose { bool begin; const ss_order *impulses; sm_model *marks; } ss_purpose;

/* Conditions of when-clauses become hidden variables of the model, and functions are added to it that are derivatives
 * of others, and parameters are marked that become structural: the only changes that the analysis makes to it, and it
 * makes them in a copy if the model belongs to runs. *result has the switches even after a failure. */
static bool analyse(sb_arena *arena, const sm_model *model, const ss_mode *mode, ss_purpose purpose, sb_diag *diag,
					ss_plan **result)
{
	bool copied = !purpose.marks || may_switch(&model->equations) || may_switch(&model->initial_equations), good, again,
		 guessed = true;
	ss_open open = mode ? mode->open : SS_OPEN_LOOK, before;
	ss_written_out written_out = {
		.arena = sb_arena_new(), .all = purpose.impulses && purpose.impulses->of, .clauses = copied};
	ss_profile profile = {0};

	written_out.why = sb_map_new(written_out.arena);
	sb_mark mark = sb_arena_mark(arena);
	do {
		if (copied)                  /* nobody but the plan knows the copy: what the last attempt made may go */
			sb_arena_rewind(arena, mark);
		uint32_t messages = sb_messages(diag);
		timed_plan *t = sb_new(arena, timed_plan);
		const ss_shared *shared = copied ? shared_of(mode, &written_out) : NULL;
		const sm_model *from = shared ? ss_shared_model(shared) : model;
		ss_work w = {.model = copied ? sm_model_copy(arena, from, diag) : purpose.marks,
					 .from = from,
					 .marks = purpose.marks,
					 .shared = shared,
					 .diag = diag,
					 .mode = mode,
					 .impulses = purpose.impulses,
					 .open = open,
					 .open_guessed = guessed,
					 .arena = arena,
					 .plan = &t->plan,
					 .profile = &t->profile,
					 .written_out = &written_out};

		t->profile = profile;
		*result = &t->plan;
		t->plan.model = w.model;
		t->plan.source = model;
		t->plan.arena = arena;
		t->plan.of_impulses = purpose.impulses != NULL;
		t->plan.no_initial = !purpose.begin;
		w.scratch = sb_arena_new();
		ss_work_open(&w);
		good = passes(&w);
		again = more_is_written_out(&w, good, open, messages);
		bool factored = !again && factors_may_help(&w, good, open, messages);
		sb_arena_free(w.scratch);
		profile = t->profile;
		before = open;
		open = again ? open : w.open;
		guessed = guessed && open == before;
		if (factored) {
			open = SS_OPEN_LOOK;
			again = true;
		}
	} while (again || open != before);
	keep_reasons(arena, *result);
	(*result)->open = open;
	for (uint32_t i = 0; i < written_out.structural.n; i++)
		sb_push(arena, (*result)->zeros, written_out.structural.at[i]);
	sb_arena_free(written_out.arena);
	check_result(*result, good);
	return good;
}

/* ---- modes in words */

static void describe_switch(const ss_plan *plan, sb_diag *diag, uint32_t k, uint16_t branch, sb_text *out)
{
	const ss_switch *s = &plan->switches.at[k];
	const sm_equation *q = s->origin;
	int line, column;

	if (out->n)
		sb_add(out, "; ");
	sb_position(diag, q->span, &line, &column);
	if (*s->component)
		sb_addf(out, "%s ", s->component);
	sb_addf(out, "line %d%s%s%s: ", line, *s->at ? " (" : "", s->at, *s->at ? ")" : "");
	sx_ref condition = branch < q->branches.n ? q->branches.at[branch].condition : 0;
	if (condition)
		sm_print_expr(plan->source, condition, out);
	else
		sb_add(out, "else");
}

static void say_mode(const ss_plan *plan, sb_diag *diag)
{
	sb_text text = {0};
	uint32_t shown = 0;

	sb_add(&text, "");
	for (uint32_t k = 0; k < plan->switches.n; k++)
		if (!plan->switches.at[k].idle && shown++ < 8)
			describe_switch(plan, diag, k, plan->switches.at[k].branch, &text);
	sb_message *m = sb_report(diag, SB_ERROR, "S0320", plan->switches.at[0].origin->span,
							  "the model cannot be simulated in the mode %s%s", text.at, shown > 8 ? " ..." : "");
	for (uint32_t k = 0; k < plan->switches.n && k < 8; k++) {
		const ss_switch *s = &plan->switches.at[k];
		if (!s->idle && s->branch < s->origin->branches.n)
			sb_also(m, s->origin->branches.at[s->branch].span, "this branch holds%s%s", *s->at ? " for " : "", s->at);
	}
	sb_note(m, "the message before this one says what is wrong with it; the equations of other branches do not exist "
			   "in this mode");
	sb_help(m, "let the equations of each branch determine the same variables; only a state may be left open");
	sb_text_free(&text);
}

/* ---- one mode */

static ss_plan *analyse_or_say(sb_arena *arena, const sm_model *model, const ss_mode *mode, ss_purpose purpose,
							   sb_diag *diag)
{
	ss_plan *plan;

	if (analyse(arena, model, mode, purpose, diag, &plan))
		return plan;
	if (plan->switches.n && purpose.begin)
		say_mode(plan, diag);
	return NULL;
}

ss_plan *ss_analyse_mode(sb_arena *arena, const sm_model *model, const ss_mode *mode, bool initial, sb_diag *diag)
{
	return analyse_or_say(arena, model, mode, (ss_purpose){.begin = initial}, diag);
}

ss_plan *ss_analyse_impulses(sb_arena *arena, const sm_model *model, const ss_mode *mode, ss_order order, sb_diag *diag)
{
	ss_plan *plan;

	return analyse(arena, model, mode, (ss_purpose){.impulses = &order}, diag, &plan) ? plan : NULL;
}

/* ---- the first mode */

static bool works(sm_model *model, const ss_mode *mode)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = quiet_diag(model->diag);
	ss_plan *plan;
	bool good = analyse(arena, model, mode, (ss_purpose){.begin = true, .marks = model}, diag, &plan);

	sb_diag_free(diag);
	sb_arena_free(arena);
	return good;
}

static void turn(const ss_switches *switches, uint16_t *branch, uint32_t i)
{
	branch[i] = (uint16_t)((branch[i] + 1) % switches->at[i].branches);
}

/* The search for a mode near the first one that works. */
typedef struct nearby {
	sm_model *model;
	const ss_switches *switches;
	const uint16_t *first;
	uint16_t *branch;
	uint32_t tries, most;            /* those that are alike are few, and tried in any case */
	bool all;                        /* those that are certain may turn too: start values are left limits then */
} nearby;

static bool may_turn(const nearby *n, uint32_t i)
{
	return !n->switches->at[i].sure && (n->all || !n->switches->at[i].certain);
}

/* False: `branch` is as it was. */
static bool works_so(nearby *n)
{
	ss_mode mode = { .count = n->switches->n, .branch = n->branch };

	n->tries++;
	if (works(n->model, &mode))
		return true;
	memcpy(n->branch, n->first, n->switches->n * sizeof *n->branch);
	return false;
}

static bool one_turned_works(nearby *n)
{
	for (uint32_t i = 0; i < n->switches->n && n->tries < n->most; i++)
		if (may_turn(n, i)) {
			turn(n->switches, n->branch, i);
			if (works_so(n))
				return true;
		}
	return false;
}

static bool two_turned_work(nearby *n)
{
	for (uint32_t i = 0; i < n->switches->n; i++)
		for (uint32_t j = 0; j < i && n->tries < n->most; j++)
			if (may_turn(n, i) && may_turn(n, j)) {
				turn(n->switches, n->branch, i);
				turn(n->switches, n->branch, j);
				if (works_so(n))
					return true;
			}
	return false;
}

static bool all_alike_work(nearby *n, uint16_t which)
{
	bool any = false;

	for (uint32_t i = 0; i < n->switches->n; i++)
		if (may_turn(n, i) && n->switches->at[i].branches == 2 && n->branch[i] != which) {
			n->branch[i] = which;
			any = true;
		}
	return any && works_so(n);
}

static bool same_text(const ss_switch *a, const ss_switch *b)
{
	return a->origin->span.source == b->origin->span.source && a->origin->span.start == b->origin->span.start;
}

/* Those of the text of switch i are alike, as all diodes of a class, and the others stay as they are. False: they are
 * so, or i is not the first of them. */
static bool make_kind_alike(const nearby *n, uint32_t i, uint16_t which)
{
	const ss_switch *s = &n->switches->at[i];
	bool any = false;

	for (uint32_t j = 0; j < i; j++)
		if (same_text(s, &n->switches->at[j]))
			return false;
	for (uint32_t j = i; j < n->switches->n; j++)
		if (may_turn(n, j) && s->branches == 2 && n->branch[j] != which && same_text(s, &n->switches->at[j])) {
			n->branch[j] = which;
			any = true;
		}
	return any;
}

static bool kind_alike_works(nearby *n, uint16_t which)
{
	for (uint32_t i = 0; i < n->switches->n; i++)
		if (make_kind_alike(n, i, which) && works_so(n))
			return true;
	return false;
}

/* One or two more turn beside a kind that is alike. Of two bridges of diodes at one transformer either none conducts,
 * and nothing gives its voltage; or all do, and the sources are shorted. */
static bool near_kind_works(nearby *from, uint16_t which)
{
	size_t bytes = from->switches->n * sizeof *from->branch;

	for (uint32_t i = 0; i < from->switches->n; i++) {
		if (!make_kind_alike(from, i, which))
			continue;
		nearby n = *from;
		n.first = memcpy(sb_new_array(n.model->arena, uint16_t, n.switches->n), n.branch, bytes);
		if (one_turned_works(&n) || two_turned_work(&n))
			return true;
		from->tries = n.tries;
		memcpy(from->branch, from->first, bytes);
	}
	return false;
}

/* Modes that differ from the one at hand in one switch, those in which all are alike (no diode conducts), or all of one
 * text, then in two; those near to these; first with the switches left alone that are certain. `branch` is left as the
 * one that works, or as it was. */
static void find_near(sm_model *model, const ss_switches *switches, uint16_t *branch)
{
	uint32_t most = SCALARS_TRIED / (model->scalars + 1);
	bool some = false;

	most = most > MODES_MOST ? MODES_MOST : most < MODES_LEAST ? MODES_LEAST : most;
	for (uint32_t i = 0; i < switches->n; i++)
		some = some || switches->at[i].certain;
	const uint16_t *first =
		memcpy(sb_new_array(model->arena, uint16_t, switches->n), branch, switches->n * sizeof *branch);
	for (int all = !some; all < 2; all++) {
		nearby n = { .model = model, .switches = switches, .first = first, .branch = branch, .most = most, .all = all };
		if (one_turned_works(&n) || all_alike_work(&n, 1) || all_alike_work(&n, 0) ||
			kind_alike_works(&n, 1) || kind_alike_works(&n, 0) || two_turned_work(&n))
			return;
		n.tries = 0;
		if (near_kind_works(&n, 1) || near_kind_works(&n, 0))
			return;
	}
}

ss_plan *ss_analyse(sb_arena *arena, sm_model *source)
{
	if (!sm_lower_activations(source))
		return NULL;
	sm_model *model = ss_switch_factors(arena, source);
	const ss_purpose first = {.begin = true, .marks = model};

	if (!may_switch(&model->equations) && !may_switch(&model->initial_equations))
		return analyse_or_say(arena, model, NULL, first, model->diag);
	sb_diag *quiet = quiet_diag(model->diag);
	ss_plan *plan;
	bool good = analyse(arena, model, NULL, first, quiet, &plan);
	uint32_t count = plan->switches.n;
	uint16_t *branch = sb_new_array(arena, uint16_t, count + 1);
	for (uint32_t k = 0; k < count; k++)
		branch[k] = plan->switches.at[k].branch;
	bool plain = good && !sb_messages(quiet);
	sb_diag_free(quiet);
	if (plain) {
		((sm_model *)plan->model)->diag = model->diag;
		return plan;
	}
	if (!good && count)
		find_near(model, &plan->switches, branch);
	const ss_mode near = {.count = count, .branch = branch};
	return analyse_or_say(arena, model, count ? &near : NULL, first, model->diag);
}
