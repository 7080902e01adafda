/* Routines (model/process.h) as C functions that can be left where they wait and entered there again.
 *
 * All that lasts is in the record of the activation: its locals, and the counters of loops in which it may wait. Where
 * a statement has to wait, the function notes the number of that place and returns; called again, it jumps behind it:
 *
 *     switch (a->at) { case 1: goto at1; ... }
 *     ...
 *     if (d->services->hold(d, a, site, 2.5)) { a->at = 1; return 1; }
 *     at1:;
 *
 * Each statement is a unit of its own, so nothing that was computed before such a place is used behind it. Loops that
 * do not wait are ordinary C loops over C variables. */
#include "code/generate/process_text.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------------- sites */

static void add_sites(sc_emitter *em, const sm_statements *list, const sm_routine *r)
{
	for (uint32_t k = 0; k < list->n; k++) {
		sb_span span = list->at[k]->span.source ? list->at[k]->span : r->span;
		sc_site site = { .span = span, .what = r->name, .lower = 1 };
		sb_push(em->kept, em->sites, site);
		for (uint32_t b = 0; b < list->at[k]->branches.n; b++)
			add_sites(em, &list->at[k]->branches.at[b].body, r);
	}
}

/* Each statement has a site, the same in all modes: who waits may be asked for it when the mode has changed. */
void sc_routine_sites(sc_emitter *em)
{
	for (uint32_t k = 0; k < em->plan->routine_code.n; k++)
		add_sites(em, &em->plan->routine_code.at[k].body,
				  &em->model->routines.at[em->plan->routine_code.at[k].routine]);
}

/* ------------------------------------------------------------------------------------- names of slots */

const char *sc_slot_member(sx_type type)
{
	return type == SX_REAL ? "r" : type == SX_STRING ? "s" : "i";
}

void sc_put_local(const sc_emitter *em, uint32_t local, sb_text *out)
{
	if (em->frame)
		sb_addf(out, "a->slot[%u].%s", em->frame->slot[local], sc_slot_member(em->function->locals.at[local].type));
	else
		sb_addf(out, "v%u", local);
}

const char *sc_local_row(const sc_emitter *em, uint32_t local)
{
	if (!em->frame)
		return sb_printf(em->arena, "v%u", local);
	return sb_printf(em->arena, "(&a->slot[%u].%s)", em->frame->slot[local],
					 sc_slot_member(em->function->locals.at[local].type));
}

bool sc_put_counter(const sc_emitter *em, uint32_t iterator, sb_text *out)
{
	for (uint32_t k = em->frame ? em->frame->counters.n : 0; k-- > 0;)
		if (em->frame->counters.at[k].iterator == iterator) {
			sb_addf(out, "a->slot[%u].i", em->frame->counters.at[k].slot);
			return true;
		}
	return false;
}

/* Texts that are made while running go when nothing that the run looks through refers to them; slots are not looked
 * through. */
const char *sc_kept_text(sc_emitter *em, sx_type type, const char *value)
{
	if (type != SX_STRING || value[0] == '"')
		return value;
	return sb_printf(em->arena, "d->services->keep(d, %s)", value);
}

static const char *self(const sc_emitter *em)
{
	return em->frame ? "a" : "0";
}

/* ------------------------------------------------------------------------------------------ questions */

static const char *index_text(sc_emitter *em, sx_ref index)
{
	return index ? sc_scalar_text(em, index) : "0";
}

/* In a statement of its own, so that the order is that of the text. */
void sc_put_ask(sc_emitter *em, sx_ref e, sb_text *out)
{
	const sx_node *node = sx_at(em->pool, e);
	uint32_t t, count = node->count, most;
	sx_type type = (sx_type)node->type;
	sm_question q = (sm_question)node->payload;
	sb_text call = {0};
	bool draw = sm_is_draw(q);

	em->plain = false;
	sb_addf(&call, "d->services->%s(d, ", draw ? "draw" : "ask");
	sb_addf(&call, draw ? "%s%d, %d, " : "%s, %d, %d, ", draw ? "" : self(em), sc_site_here(em), (int)q);
	for (uint32_t i = 0; i < count; i++) {
		sb_add(&call, i ? ", " : "");
		sc_put(em, sx_arg(em->pool, e, i), &call);
	}
	most = draw ? 5 : 3;
	for (uint32_t i = count; i < most; i++)
		sb_add(&call, ", 0.0");
	sb_addc(&call, ')');
	t = em->temps++;
	sc_indent(em);
	sb_addf(em->at, "const %s t%u = ", type == SX_REAL ? "double" : "long long", t);
	sb_add(em->at, type == SX_INTEGER ? "sc_whole(" : "");
	sb_add(em->at, call.at);
	sb_add(em->at, type == SX_BOOLEAN ? " != 0.0;\n" : type == SX_INTEGER ? ");\n" : ";\n");
	sb_addf(out, "t%u", t);
	sb_text_free(&call);
}

/* --------------------------------------------------------------------------------------- statements */

/* The activation waits if the call answers so. What was taken of the scratch memory is given back before. */
static void write_waiting(sc_emitter *em, const char *call)
{
	uint32_t at = ++em->frame->places;
	if (em->scratch) {
		uint32_t t = em->temps++;
		sc_line(em, "const int w%u = %s;", t, call);
		sc_line(em, "d->services->release(d, mark);");
		call = sb_printf(em->arena, "w%u", t);
	}
	sc_line(em, "if (%s) { a->at = %u; return 1; }", call, at);
}

static void write_label(sc_emitter *em)
{
	sb_addf(em->at, "at%u:;\n", em->frame->places);
}

static const char *act_text(sc_emitter *em, const sm_statement *s, uint32_t object, const char *index,
							const char *value, const char *more)
{
	return sb_printf(em->arena, "d->services->act(d, %s, %d, %d, %u, %s, %s, %s)", self(em), sc_site_here(em), s->kind,
					 object, index, value, more);
}

static const char *text_or(sc_emitter *em, sx_ref e, const char *otherwise)
{
	return e ? sc_scalar_text(em, e) : otherwise;
}

/* The call of a statement that may wait, or is done by `act`. NULL: it is none of these. */
static const char *call_of(sc_emitter *em, const sm_statement *s)
{
	const char *index, *value, *more;
	switch (s->kind) {
	case SM_HOLD:
		value = sc_scalar_text(em, s->value);
		return sb_printf(em->arena, "d->services->hold(d, %s, %d, %s)", self(em), sc_site_here(em), value);
	case SM_WAIT_UNTIL:
		return sb_printf(em->arena, "d->services->until(d, %s, %d, %u)", self(em), sc_site_here(em), s->event);
	case SM_SEIZE: case SM_PREEMPT: case SM_OBSERVE:
		index = index_text(em, s->index);
		return act_text(em, s, s->object, index, text_or(em, s->value, "0.0"), "0");
	case SM_ENTER: case SM_LEAVE:
		index = index_text(em, s->index);
		more = text_or(em, s->value, "1");
		return act_text(em, s, s->object, index, s->kind == SM_ENTER ? text_or(em, s->from, "0.0") : "0.0", more);
	case SM_PASS: case SM_OPEN: case SM_CLOSE: case SM_RELEASE:
		return act_text(em, s, s->object, index_text(em, s->index), "0.0", "0");
	case SM_PASSIVATE: case SM_CROSSPLOT: case SM_RERUN: return act_text(em, s, 0, "0", "0.0", "0");
	case SM_STOP: return act_text(em, s, s->object, "0", "0.0", "0");
	case SM_RECORDING: return act_text(em, s, 0, "0", "0.0", sc_scalar_text(em, s->condition));
	case SM_ACTIVATE:
		more = sc_scalar_text(em, s->condition);
		return act_text(em, s, s->absolute, "0", text_or(em, s->value, "0.0"), more);
	case SM_INTERRUPT:
		more = sc_scalar_text(em, s->condition);
		return act_text(em, s, 0, text_or(em, s->value, "1"), "0.0", more);
	case SM_DESTROY:
		return act_text(em, s, !s->condition, "0", "0.0", text_or(em, s->condition, "0"));
	default: return NULL;
	}
}

/* Scalars and arrays one after another, as an activation or an entry keeps them: the name of the array of slots. */
static const char *write_slots(sc_emitter *em, const sm_exprs *values, const sx_type *types, const uint32_t *counts)
{
	uint32_t t = em->temps++, at = 0, all = 0;
	for (uint32_t k = 0; k < values->n; k++)
		all += counts ? counts[k] : 1;
	const char *name = sb_printf(em->arena, "b%u", t);
	if (!all)
		return "0";
	sc_line(em, "sc_slot %s[%u];", name, all);
	for (uint32_t k = 0; k < values->n; k++) {
		const char *member = sc_slot_member(types[k]);
		if (sc_is_array(em, values->at[k])) {
			sc_unit(em);
			sc_analyse(em, values->at[k], true);
			sc_prepare(em, values->at[k]);
			sc_array a = sc_put_array(em, values->at[k], types[k]);
			sc_line(em, "for (int q = 0; q < %u; q++) %s[%u + q].%s = %s;", counts ? counts[k] : 1, name, at, member,
					sc_kept_text(em, types[k], sb_printf(em->arena, "%s[q]", a.pointer)));
		} else {
			const char *value = sc_scalar_text(em, values->at[k]);
			sc_line(em, "%s[%u].%s = %s;", name, at, member, sc_kept_text(em, types[k], value));
		}
		at += counts ? counts[k] : 1;
	}
	return name;
}

static void write_start(sc_emitter *em, const sm_statement *s)
{
	if (s->object >= em->model->routines.n || s->targets.n != em->model->routines.at[s->object].args) {
		sc_trouble(em, "a routine is started with %u arguments that takes another number of them", s->targets.n);
		return;
	}
	const sm_routine *r = &em->model->routines.at[s->object];
	sx_type *types = sb_new_array(em->arena, sx_type, r->args + 1);
	uint32_t *counts = sb_new_array(em->arena, uint32_t, r->args + 1);
	for (uint32_t k = 0; k < r->args; k++) {
		types[k] = r->locals.at[k].type;
		counts[k] = sm_local_scalars(em->model, &r->locals.at[k]);
	}
	const char *arguments = write_slots(em, &s->targets, types, counts);
	const char *when = text_or(em, s->value, "0.0"),
			   *priority = text_or(em, s->condition, "(-9223372036854775807LL - 1)");
	const char *call = sb_printf(em->arena, "d->services->start(d, %s, %d, %u, %d, %s, %s, %s)", self(em),
								 sc_site_here(em), s->object, s->absolute, when, priority, arguments);
	if (!s->target) {
		sc_line(em, "%s;", call);
		return;
	}
	uint32_t t = em->temps++;
	sc_line(em, "const long long t%u = %s;", t, call);
	sc_assign_value(em, s->target, sb_printf(em->arena, "t%u", t));
}

static const sm_resource *set_of(sc_emitter *em, const sm_statement *s)
{
	const sm_resource *set = s->object < em->model->resources.n ? &em->model->resources.at[s->object] : NULL;
	if (!set || set->kind != SM_SET || s->targets.n != set->fields) {
		sc_trouble(em, "an entry has %u fields, but not the set it is put into or taken from", s->targets.n);
		return NULL;
	}
	return set;
}

static void write_insert(sc_emitter *em, const sm_statement *s)
{
	const sm_resource *set = set_of(em, s);
	if (!set)
		return;
	const char *index = index_text(em, s->index), *fields = write_slots(em, &s->targets, set->field_types, NULL);
	sc_line(em, "d->services->insert(d, %d, %u, %s, %s);", sc_site_here(em), s->object, index, fields);
}

static void write_take(sc_emitter *em, const sm_statement *s)
{
	const sm_resource *set = set_of(em, s);
	uint32_t t = em->temps++;
	if (!set)
		return;
	const char *index = index_text(em, s->index), *position = text_or(em, s->value, "1");
	sc_line(em, "sc_slot b%u[%u];", t, set->fields + 1);
	sc_line(em, "const int t%u = d->services->take(d, %d, %u, %s, %s, %d, b%u);", t, sc_site_here(em), s->object, index,
			position, s->kind == SM_PEEK, t);
	if (!s->target) {
		sb_text why = {0};
		sb_addf(&why, "there is no such entry in '%s'", set->name);
		sb_text quoted = {0};
		sc_put_string(why.at, &quoted);
		sc_line(em, "if (!t%u && !d->failed) d->services->fail(d, %d, %s);", t, sc_site_here(em), quoted.at);
		sb_text_free(&why);
		sb_text_free(&quoted);
	}
	sc_line(em, "if (t%u) {", t);
	em->level++;
	for (uint32_t k = 0; k < s->targets.n; k++)
		if (s->targets.at[k])
			sc_assign_value(em, s->targets.at[k],
							sb_printf(em->arena, "b%u[%u].%s", t, k, sc_slot_member(set->field_types[k])));
	em->level--;
	sc_line(em, "}");
	if (s->target)
		sc_assign_value(em, s->target, sb_printf(em->arena, "t%u", t));
}

static void write_simulate(sc_emitter *em, const sm_statement *s)
{
	const char *from = text_or(em, s->from, "M.nan"), *to = text_or(em, s->to, "M.nan"),
			   *step = text_or(em, s->step, "M.nan"), *tolerance = text_or(em, s->tolerance, "M.nan"),
			   *warmup = text_or(em, s->warmup, "M.nan"),
			   *replications = text_or(em, s->replications, "(-9223372036854775807LL - 1)");
	sb_text solver = {0};
	if (s->solver)
		sc_put_string(s->solver, &solver);
	sc_line(em, "d->services->simulate(d, a, %d, %s, %s, %s, %s, %s, %s, %s);", sc_site_here(em), from, to, step,
			tolerance, warmup, replications, solver.at ? solver.at : "0");
	sb_text_free(&solver);
	write_waiting(em, "1");
}

/* What equations determine follows what this turn has set, before the statement reads it (E223). */
void sc_freshen(sc_emitter *em, const sm_statement *s)
{
	if (!s->fresh)
		return;
	em->plain = false;
	sc_line(em, "d->services->fresh(d, %d);", sc_site_here(em));
	if (em->frame)
		sc_line(em, "if (d->failed) return 1;");
}

void sc_process_statement(sc_emitter *em, const sm_statement *s)
{
	bool waits = sm_may_wait(s->kind);
	em->plain = false;
	if (waits && !em->frame) {
		sc_trouble(em, "it waits, and only a process can do that");
		return;
	}
	switch (s->kind) {
	case SM_START: write_start(em, s); return;
	case SM_INSERT: write_insert(em, s); return;
	case SM_TAKE: case SM_PEEK: write_take(em, s); return;
	case SM_SIMULATE: write_simulate(em, s); return;
	case SM_WRITE: {
		const char *text = sc_scalar_text(em, s->value);
		sc_line(em, "if (!d->failed) d->services->write(d, %s);", text);
		return;
	}
	default: break;
	}
	const char *call = call_of(em, s);
	if (!call)
		sc_trouble(em, "a when statement is left in an algorithm");
	else if (waits)
		write_waiting(em, call);
	else if (!em->frame)
		sc_line(em, "%s;", call);
	else {
		sc_line(em, s->kind == SM_DESTROY ? "if (%s) return 0;" : "if (%s || d->failed) return 1;", call);
		em->may_fail = s->kind == SM_DESTROY;
	}
}

/* ---- loops in which it may wait */

static void write_round_check(sc_emitter *em)
{
	em->frame->rounds = true;
	sc_line(em, "sc_tick(d);");
	sc_line(em, "if (++rounds > 100000000u) {");
	sc_line(em, "\td->services->fail(d, %d, \"a loop went round 100000000 times and no time has passed\");",
			sc_site_here(em));
	sc_line(em, "\treturn 1;");
	sc_line(em, "}");
}

static void write_body(sc_emitter *em, const sm_statements *list)
{
	em->level++;
	write_round_check(em);
	sc_statements(em, list);
	em->level--;
}

static void write_waiting_for(sc_emitter *em, const sm_statement *s)
{
	uint32_t k = em->frame->next;
	struct counter counter = { s->iterator, k };
	bool plain = !s->step || sx_is_number(em->pool, s->step, 1);
	em->frame->next += SM_LOOP_SLOTS;
	const char *from = sc_scalar_text(em, s->from), *to = sc_scalar_text(em, s->to);
	if (!plain) {
		const char *step = sc_scalar_text(em, s->step);
		sc_line(em, "a->slot[%u].i = %s;", k + 2, step);
		sc_line(em,
				"if (a->slot[%u].i == 0) { d->services->fail(d, %d, \"the step of a for loop is zero\"); return 1; }",
				k + 2, sc_site_here(em));
	}
	sc_line(em, "a->slot[%u].i = %s;", k + 1, to);
	sc_line(em, "a->slot[%u].i = %s;", k, from);
	if (plain)
		sc_line(em, "for (; a->slot[%u].i <= a->slot[%u].i; a->slot[%u].i++) {", k, k + 1, k);
	else
		sc_line(em, "for (; a->slot[%u].i > 0 ? a->slot[%u].i <= a->slot[%u].i : a->slot[%u].i >= a->slot[%u].i; "
			"a->slot[%u].i += a->slot[%u].i) {", k + 2, k, k + 1, k, k + 1, k, k + 2);
	sb_push(em->arena, em->frame->counters, counter);
	write_body(em, &s->branches.at[0].body);
	em->frame->counters.n--;
	sc_line(em, "}");
}

static void write_waiting_while(sc_emitter *em, const sm_statement *s)
{
	sc_line(em, "for (;;) {");
	em->level++;
	sc_freshen(em, s);
	const char *condition = sc_scalar_text(em, s->branches.at[0].condition);
	sc_line(em, "if (!(%s)) break;", condition);
	em->level--;
	write_body(em, &s->branches.at[0].body);
	sc_line(em, "}");
}

static bool waits_inside(const sm_statement *s)
{
	for (uint32_t b = 0; b < s->branches.n; b++)
		if (sm_first_wait(&s->branches.at[b].body))
			return true;
	return false;
}

static void write_statement(sc_emitter *em, const sm_statement *s, void (*write)(sc_emitter *em, const sm_statement *s))
{
	bool scratch = em->scratch;
	sb_text body = {0}, *at = em->at;
	if (waits_inside(s)) {
		if (s->kind == SM_FOR)
			sc_freshen(em, s);
		if (s->kind == SM_FOR)
			write_waiting_for(em, s);
		else if (s->kind == SM_WHILE)
			write_waiting_while(em, s);
		else
			write(em, s);
		return;
	}
	em->scratch = em->may_fail = false;
	em->at = &body;
	write(em, s);
	em->at = at;
	if (em->scratch) {
		sc_line(em, "{");
		sc_line(em, "const unsigned long long mark = d->services->mark(d);");
	}
	sb_add(em->at, body.at ? body.at : "");
	if (em->scratch) {
		if (!sm_may_wait(s->kind))
			sc_line(em, "d->services->release(d, mark);");
		sc_line(em, "}");
	}
	if (sm_may_wait(s->kind))
		write_label(em);
	else if (em->may_fail)
		sc_line(em, "if (d->failed) return 1;");
	em->may_fail = true;
	em->frame->scratch |= em->scratch;
	em->scratch = scratch;
	sb_text_free(&body);
}

/* A statement of a routine: `write` writes those that all algorithms have. */
void sc_routine_statement(sc_emitter *em, const sm_statement *s, void (*write)(sc_emitter *em, const sm_statement *s))
{
	uint32_t outer = em->statement_site;
	em->statement_site = ++em->frame->next_site;
	write_statement(em, s, write);
	em->statement_site = outer;
}
