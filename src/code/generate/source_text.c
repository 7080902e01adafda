/* Sources of activations as straight code: for each schedule of the plan (structure/schedules) one function, which the
 * engine calls when the source comes.
 *
 *     int source(d)
 *         left limits, as locals
 *         the steps: what they give are locals, too, with ifs where a condition decides
 *         if one of them has failed, or a value is not finite: return 1
 *         all values take effect
 *         the actions; return 0
 *
 * What returns 1 has changed nothing. It is done again in the general way, which says what is wrong. A left limit is
 * what the variable has when the function begins, so the entries of left limits need not be kept up to date from one
 * call to the next: the engine calls another function for this before anybody else reads them. */
#include "code/generate/generate.h"

/* A step that is being written: the local that it gives. */
typedef struct local { const ss_step *step; const char *name; bool shown, pulse, kept; } local;
/* An action: the local that says whether it acts (NULL: it does), and that of its delay or condition. */
typedef struct act { const char *guard, *value; sx_ref of; } act;
typedef struct writing {
	sc_emitter *em; const ss_schedule *s; sb_vec(local) locals; sb_vec(act) acts; sb_map left;
} writing;

static const char *memory_of(sc_emitter *em, sx_ref var)
{
	sb_text text = {0};
	sc_put_leaf_itself(em, var, &text);
	const char *kept = sb_strdup(em->arena, text.at ? text.at : "0");
	sb_text_free(&text);
	return kept;
}

static const char *new_local(sc_emitter *em, sx_type type, const char *value)
{
	const char *name = sb_printf(em->arena, "t%u", em->temps++);
	sc_line(em, "%s %s = %s;", sc_ctype(type), name, value);
	return name;
}

static bool see_left_limit(void *context, const sx_pool *pool, sx_ref e)
{
	writing *w = context;
	uint64_t known;
	if (sx_op_of(pool, e) != SX_PRE || sb_map_get(&w->left, e, &known))
		return true;
	sb_map_put(&w->left, e, 1);
	sc_name(w->em, e, new_local(w->em, sx_type_of(pool, e), memory_of(w->em, sx_arg(pool, e, 0))));
	return true;
}

static void read_left_limits(writing *w)
{
	for (uint32_t k = 0; k < w->s->steps.n; k++) {
		sx_visit(w->em->pool, w->s->steps.at[k].value, see_left_limit, w);
		if (w->s->steps.at[k].when)
			sx_visit(w->em->pool, w->s->steps.at[k].when, see_left_limit, w);
	}
	for (uint32_t k = 0; k < w->s->actions.n; k++) {
		const ss_action *a = &w->s->actions.at[k];
		const sx_ref all[] = {a->guard, a->condition, a->value};
		for (int i = 0; i < 3; i++)
			if (all[i])
				sx_visit(w->em->pool, all[i], see_left_limit, w);
	}
}

static void write_value(sc_emitter *em, const void *what)
{
	const local *l = what;
	const char *value = sc_text_of(em, l->step->value);
	sc_line(em, "%s = %s;", l->name, value);
}

static bool is_at_hand(const sc_emitter *em, sx_ref e);

static bool is_compared(const sc_emitter *em, sx_ref e)
{
	sx_op op = sx_op_of(em->pool, e);
	bool compares = op == SX_LT || op == SX_LE || op == SX_GT || op == SX_GE || op == SX_EQ || op == SX_NE;

	return compares && is_at_hand(em, sx_arg(em->pool, e, 0)) && is_at_hand(em, sx_arg(em->pool, e, 1));
}

/* A number that is there, or can be had of some for next to nothing, whatever they are. */
static bool is_at_hand(const sc_emitter *em, sx_ref e)
{
	const sx_node *node = sx_at(em->pool, e);
	bool scalar = node->type == SX_REAL || node->type == SX_INTEGER || node->type == SX_BOOLEAN, good = true;
	if (node->op == SX_CONST || node->op == SX_TIME || (node->op == SX_VAR && node->count == 0))
		return scalar;
	if (node->op == SX_PRE)
		return is_at_hand(em, sx_arg(em->pool, e, 0));
	if (node->op == SX_IF && scalar)         /* of such numbers, by a comparison of such numbers */
		return is_compared(em, sx_arg(em->pool, e, 0)) && is_at_hand(em, sx_arg(em->pool, e, 1)) &&
			is_at_hand(em, sx_arg(em->pool, e, 2));
	if (node->type != SX_INTEGER || (node->op != SX_ADD && node->op != SX_SUB))
		return false;
	for (uint32_t k = 0; k < node->count; k++)
		good = good && sc_is_leaf(em, sx_arg(em->pool, e, k)) && is_at_hand(em, sx_arg(em->pool, e, k));
	return good;
}

/* Of two values that are at hand one is taken without a branch: a processor that guesses such a branch wrongly loses
 * more time than all the rest of an event takes. */
static const char *choose(sc_emitter *em, sx_type type, const char *condition, const char *otherwise, const char *value)
{
	const char *name = sb_printf(em->arena, "t%u", em->temps++);
	sc_line(em, "const %s %s_[2] = {%s, %s};", sc_ctype(type), name, otherwise, value);
	sc_line(em, "%s %s = %s_[(%s) != 0];", sc_ctype(type), name, name, condition);
	return name;
}

static void write_step(writing *w, uint32_t k)
{
	sc_emitter *em = w->em;
	const ss_step *s = &w->s->steps.at[k];
	sx_type type = sx_type_of(em->pool, s->target);
	local l = {.step = s, .shown = w->s->shown.at[k], .kept = s->phases & SS_DISCRETE,
		.pulse = sx_op_of(em->pool, s->target) == SX_VAR &&
			sm_var(em->model, sx_at(em->pool, s->target)->payload)->pulse};
	em->span = s->span.source || !s->origin ? s->span : s->origin->span;
	em->what = s->origin && s->origin->component ? s->origin->component : "";
	if (s->when && is_at_hand(em, s->value)) {
		const char *condition = sc_text_of(em, s->when), *value = sc_text_of(em, s->value);
		l.name = choose(em, type, condition, memory_of(em, s->target), value);
	} else if (s->when) {
		const char *condition = sc_text_of(em, s->when);
		l.name = new_local(em, type, memory_of(em, s->target));
		sc_write_guarded(em, condition, write_value, &l);
	} else {
		l.name = new_local(em, type, sc_text_of(em, s->value));
	}
	sc_name(em, s->target, l.name);
	sb_push(em->arena, w->locals, l);
}

/* Written by hand: what was computed before keeps its name, and its value. */
static void set_place(sc_emitter *em, sx_ref target, const char *value)
{
	ss_place place;
	if (!sc_target_place(em, target, &place))
		return;
	sb_text at = {0};
	sc_put_place(em, place, 0, &at);
	const char *sign = !place.negated ? "" : sx_type_of(em->pool, target) == SX_BOOLEAN ? "!" : "-";
	sc_line(em, "%s = %s%s;", at.at, sign, value);
	sb_text_free(&at);
}

/* What is read as part of an array has to be there, and to go back if something fails later. */
static void show(writing *w, const local *l, sb_text *back)
{
	sc_emitter *em = w->em;
	ss_place place;
	if (!l->shown || !sc_target_place(em, l->step->target, &place))
		return;
	sb_text at = {0};
	sc_put_place(em, place, 0, &at);
	sb_addf(back, "\t\t%s = %s;\n", at.at, new_local(em, sx_type_of(em->pool, l->step->target), at.at));
	set_place(em, l->step->target, l->name);
	sb_text_free(&at);
}

/* A value that is copied is as finite as what it is copied from. All others are looked at in one sum, which is zero if
 * all of them are finite: a branch for each of them would cost more than what it looks at. */
static void put_check(const writing *w, const char *back, sb_text *out)
{
	uint32_t looked = 0;

	sb_add(out, "\tif (odd | d->failed");
	for (uint32_t k = 0; k < w->locals.n; k++) {
		const local *l = &w->locals.at[k];
		if (sx_type_of(w->em->pool, l->step->target) != SX_REAL || !l->kept || sc_is_leaf(w->em, l->step->value))
			continue;
		sb_addf(out, "%s(%s - %s)", looked++ ? " + " : " || !(", l->name, l->name);
	}
	sb_add(out, looked ? " == 0.0)) {\n" : ") {\n");
	sb_add(out, back);
	sb_add(out, w->em->scratch ? "\t\td->services->release(d, mark);\n\t\treturn 1;\n\t}\n" : "\t\treturn 1;\n\t}\n");
}

static void take_effect(writing *w)
{
	for (uint32_t k = 0; k < w->locals.n; k++) {
		const local *l = &w->locals.at[k];
		if ((l->kept || l->pulse) && l->pulse == l->shown)
			set_place(w->em, l->step->target, l->pulse ? "0" : l->name);
	}
}

static void write_act_value(sc_emitter *em, const void *what)
{
	const act *a = what;
	const char *value = sc_text_of(em, a->of);
	sc_line(em, "%s = %s;", a->value, value);
}

/* What an action computes is computed with the steps, so that nothing has happened yet if it has no value. */
static void prepare_action(writing *w, const ss_action *from)
{
	sc_emitter *em = w->em;
	act a = {.of = from->kind == SS_PROGRAM ? from->value : from->kind == SS_ASSERT ? from->condition : 0};
	em->span = from->span;
	em->what = from->component;
	if (from->guard)
		a.guard = new_local(em, SX_BOOLEAN, sc_text_of(em, from->guard));
	if (a.of && a.guard) {
		a.value = new_local(em, sx_type_of(em->pool, a.of), "0");
		sc_write_guarded(em, a.guard, write_act_value, &a);
	} else if (a.of) {
		a.value = new_local(em, sx_type_of(em->pool, a.of), sc_text_of(em, a.of));
	}
	sb_push(em->arena, w->acts, a);
}

static void write_actions(writing *w, const sc_items *items)
{
	for (uint32_t k = 0; k < items->n && !w->em->failed; k++) {
		const ss_action *a = items->at[k].action;
		const act *l = &w->acts.at[k];
		if (a->kind != SS_PROGRAM)
			sc_write_action(w->em, &items->at[k]);
		else
			sc_line(w->em, "%s%s%ssc_program(d, %u, %u, %s);", l->guard ? "if (" : "", l->guard ? l->guard : "",
					l->guard ? ") " : "", a->event, items->at[k].index, l->value);
	}
}

static sc_items acts_of(sc_emitter *em, const ss_schedule *s)
{
	sc_items items = {0};
	for (uint32_t k = 0; k < s->actions.n; k++) {
		sc_item item = {.kind = SC_ACTION, .action = &s->actions.at[k], .index = s->numbers.at[k]};
		sb_push(em->arena, items, item);
	}
	return items;
}

static void analyse(sc_emitter *em, const ss_schedule *s, const sc_items *acts)
{
	for (uint32_t k = 0; k < s->steps.n; k++) {
		sc_item item = {.kind = SC_STEP, .step = &s->steps.at[k]};
		sc_analyse_item(em, &item);
	}
	for (uint32_t k = 0; k < acts->n; k++)
		sc_analyse_item(em, &acts->at[k]);
}

static void write_body(sc_emitter *em, const ss_schedule *s, sb_text *body)
{
	writing w = {.em = em, .s = s, .left = sb_map_new(em->arena)};
	sc_items acts = acts_of(em, s);
	sb_text back = {0};
	em->at = body;
	em->level = 0;
	em->used = 0;
	em->may_fail = em->plain = false;
	sc_unit(em);
	analyse(em, s, &acts);
	em->definite = SC_NOTICED;
	sc_line(em, "int odd = 0;");
	read_left_limits(&w);
	for (uint32_t k = 0; k < s->steps.n && !em->failed; k++) {
		write_step(&w, k);
		show(&w, &w.locals.at[w.locals.n - 1], &back);
	}
	for (uint32_t k = 0; k < s->actions.n && !em->failed; k++)
		prepare_action(&w, &s->actions.at[k]);
	em->definite = 0;
	em->straight = false;
	put_check(&w, back.at ? back.at : "", body);
	take_effect(&w);
	write_actions(&w, &acts);
	sb_text_free(&back);
}

static void write_limits(sc_emitter *em, const ss_schedule *s, uint32_t k)
{
	sb_addf(&em->out, "static void source_%u_limits(sc_data *d)\n{\n", k);
	for (uint32_t i = 0; i < s->pres.n; i++) {
		ss_place place = em->plan->pres.at[s->pres.at[i]].place;
		const char *store = place.store == SS_REAL ? "r" : "i";
		sb_addf(&em->out, "\td->pre_%s[%u] = %sd->%s[%u];\n", store, s->pres.at[i],
				place.store == SS_REAL && place.negated ? "-" : "", store, place.index);
	}
	sb_add(&em->out, "}\n\n");
}

static void write_source(sc_emitter *em, const ss_schedule *s, uint32_t k)
{
	sb_text body = {0};
	em->scratch = em->loops_scratch;
	em->strings = em->base_strings;
	em->straight = true;
	write_body(em, s, &body);
	sb_addf(&em->out, "static int source_%u(sc_data *d)\n{\n", k);
	if (em->scratch)
		sb_add(&em->out, "\tconst unsigned long long mark = d->services->mark(d);\n");
	if (em->strings)
		sb_add(&em->out, "\td->services->sweep(d);\n");
	sc_declare_arrays(em);
	sb_add(&em->out, body.at ? body.at : "");
	sb_addf(&em->out, "%s\treturn 0;\n}\n\n", em->scratch ? "\td->services->release(d, mark);\n" : "");
	sb_text_free(&body);
	write_limits(em, s, k);
}

static void write_table(sc_emitter *em, const uint32_t *source, const char *head, const char *tail)
{
	sb_add(&em->out, head);
	for (uint32_t i = 0; i < em->plan->event_code.n; i++) {
		sb_add(&em->out, i ? (i % 8 ? ", " : ",\n") : "");
		if (source[i])
			sb_addf(&em->out, "source_%u%s", source[i] - 1, tail);
		else
			sb_addc(&em->out, '0');
	}
	sb_add(&em->out, "};\n");
}

void sc_sources_text(sc_emitter *em)
{
	const ss_plan *plan = em->plan;
	uint32_t *source = sb_new_array(em->arena, uint32_t, plan->event_code.n + 1);
	bool any = false;
	for (uint32_t k = 0; k < plan->schedules.n && !em->failed; k++) {
		const ss_schedule *s = &plan->schedules.at[k];
		if (s->why)
			continue;
		any = true;
		write_source(em, s, k);
		for (uint32_t i = 0; i < s->events.n; i++)
			source[s->events.at[i]] = k + 1;
	}
	if (!any)
		return;
	if (em->comments)
		sb_add(&em->out, "/* what a source of activations runs, by event; 0: it goes the general way */\n");
	write_table(em, source, "int (*const sc_sources[])(sc_data *) = {", "");
	write_table(em, source, "void (*const sc_source_limits[])(sc_data *) = {", "_limits");
}
