/* Statements of algorithms, functions and event actions as C. */
#include "code/generate/generate.h"

enum { DEEPEST = 400 };

/* The text of an expression whose own statements go to `before`. */
static char *value_into(sc_emitter *em, sx_ref e, sb_text *before)
{
	sb_text *at = em->at;
	em->at = before;
	sc_unit(em);
	sc_analyse(em, e, true);
	char *text = sc_text_of(em, e);
	em->at = at;
	return text;
}

static char *value_of(sc_emitter *em, sx_ref e)
{
	return value_into(em, e, em->at);
}

/* A target may be subscripted by expressions: they belong to the same unit as the value. */
void sc_assign_value(sc_emitter *em, sx_ref target, const char *value)
{
	const sx_node *node = sx_at(em->pool, target);
	bool open = node->op == SX_LOCAL && node->count > 0;
	for (uint32_t i = 0; i < node->count && node->op == SX_VAR; i++)
		open |= !sx_is_const(em->pool, sx_arg(em->pool, target, i));
	if (!open) {
		sc_assign(em, target, value);
		return;
	}
	sc_unit(em);
	sc_analyse(em, target, true);
	for (uint32_t i = 0; i < node->count; i++)
		sc_prepare(em, sx_arg(em->pool, target, i));
	sc_assign_at(em, target, value);
}

static void assign(sc_emitter *em, const sm_statement *s)
{
	if (!sc_is_array(em, s->target)) {
		const char *value = sc_definite(em, s->value, value_of(em, s->value));
		/* the subscripts of the target may need statements after those of the value: the value gets a name first */
		sc_assign_value(em, s->target, value);
		return;
	}
	sc_unit(em);
	sc_analyse(em, s->value, true);
	sc_prepare(em, s->value);
	sc_array a = sc_put_array(em, s->value, sx_type_of(em->pool, s->target));
	sc_assign_array(em, s->target, a.pointer);
}

static void assign_call(sc_emitter *em, const sm_exprs *targets, sx_ref call)
{
	sc_unit(em);
	sc_analyse(em, call, true);
	sc_prepare(em, call);
	const char *name = sc_call_results(em, call);
	for (uint32_t k = 0; k < targets->n; k++) {
		sx_ref target = targets->at[k];
		if (!target)
			continue;
		const char *value = sb_printf(em->arena, "%s_%u", name, k);
		if (sc_is_array(em, target))
			sc_assign_array(em, target, value);
		else
			sc_assign_value(em, target, sc_definite_result(em, target, value));
	}
}

static void body_of(sc_emitter *em, const sm_statements *list)
{
	em->level++;
	sc_statements(em, list);
	em->level--;
}

/* What one round of a loop takes from the scratch memory is given back before the next. */
static void round_of(sc_emitter *em, const sm_statements *list)
{
	bool scratch = em->scratch;
	sb_text body = {0}, *at = em->at;
	uint32_t k = em->temps++;
	em->scratch = false;
	em->at = &body;
	body_of(em, list);
	em->at = at;
	if (em->scratch)
		sc_line(em, "\tconst unsigned long long mark%u = d->services->mark(d);", k);
	sb_add(em->at, body.at ? body.at : "");
	if (em->scratch)
		sc_line(em, "\td->services->release(d, mark%u);", k);
	em->scratch |= scratch;
	sb_text_free(&body);
}

static void write_if(sc_emitter *em, const sm_statement *s)
{
	uint32_t open = 0;
	for (uint32_t k = 0; k < s->branches.n && !em->failed; k++) {
		const sm_statement_branch *b = &s->branches.at[k];
		if (!b->condition) {
			sc_line(em, k ? "} else {" : "{");
			body_of(em, &b->body);
			break;
		}
		sb_text before = {0};
		em->level += k > 0;
		const char *condition = value_into(em, b->condition, &before);
		em->level -= k > 0;
		if (k && before.n) {
			sc_line(em, "} else {");
			em->level++;
			open++;
		}
		sb_add(em->at, before.n ? before.at : "");
		sc_indent(em);
		sb_add(em->at, k && !before.n ? "} else if (" : "if (");
		sb_add(em->at, condition);
		sb_add(em->at, ") {\n");
		sb_text_free(&before);
		body_of(em, &b->body);
	}
	sc_line(em, "}");
	while (open--) {
		em->level--;
		sc_line(em, "}");
	}
}

static void write_for(sc_emitter *em, const sm_statement *s)
{
	uint32_t k = em->temps++;
	const char *from = value_of(em, s->from);
	sc_line(em, "const long long from%u = %s;", k, from);
	const char *to = value_of(em, s->to);
	sc_line(em, "const long long to%u = %s;", k, to);
	if (s->step && !sx_is_number(em->pool, s->step, 1)) {
		const char *step = value_of(em, s->step);
		sc_line(em, "const long long step%u = %s;", k, step);
		sc_line(em, "if (step%u == 0) d->services->fail(d, %d, \"the step of a for loop is zero\");", k,
				sc_site_here(em));
		sc_line(
			em,
			"for (long long it%u = from%u; (step%u > 0 ? it%u <= to%u : it%u >= to%u) && !d->failed; it%u += step%u) {",
			s->iterator, k, k, s->iterator, k, s->iterator, k, s->iterator, k);
	} else {
		sc_line(em, "for (long long it%u = from%u; it%u <= to%u && !d->failed; it%u++) {", s->iterator, k, s->iterator,
				k, s->iterator);
	}
	sc_line(em, "\tsc_tick(d);");
	if (s->branches.n)
		round_of(em, &s->branches.at[0].body);
	sc_line(em, "}");
}

/* A loop that does not end would hang the run: it is stopped after very many rounds. */
static void write_while(sc_emitter *em, const sm_statement *s)
{
	uint32_t k = em->temps++;
	sc_line(em, "for (long long rounds%u = 0; !d->failed; rounds%u++) {", k, k);
	em->level++;
	sc_freshen(em, s);
	const char *condition = value_of(em, s->branches.at[0].condition);
	sc_line(em, "if (!(%s)) break;", condition);
	sc_line(em, "if (rounds%u >= 100000000) {", k);
	sc_line(em, "\td->services->fail(d, %d, \"a while loop did not end after 100000000 rounds\");", sc_site_here(em));
	sc_line(em, "\tbreak;");
	sc_line(em, "}");
	sc_line(em, "sc_tick(d);");
	em->level--;
	round_of(em, &s->branches.at[0].body);
	sc_line(em, "}");
}

static void write_assert(sc_emitter *em, const sm_statement *s)
{
	const char *condition = value_of(em, s->condition);
	sc_line(em, "if (!(%s)) {", condition);
	em->level++;
	bool strings = em->strings;
	const char *message = s->value ? value_of(em, s->value) : "\"\"";
	if (!s->level)                   /* it is made once, when everything ends: nothing has to be given back */
		em->strings = strings;
	sc_line(em, "d->services->%s(d, %d, %s);", s->level ? "warn" : "fail", sc_site_here(em), message);
	if (em->function && !em->frame && !s->level)
		sc_line(em, "goto out;");
	em->level--;
	sc_line(em, "}");
}

/* x[k] := value, where k is computed: the number of the state is looked up. */
static bool write_reinit_at(sc_emitter *em, const sm_statement *s)
{
	const sx_node *node = sx_at(em->pool, s->target);
	bool open = false;
	for (uint32_t k = 0; node->op == SX_VAR && k < node->count; k++)
		open |= !sx_is_const(em->pool, sx_arg(em->pool, s->target, k));
	if (!open)
		return false;
	const char *value = value_of(em, s->value);
	sc_unit(em);
	sc_analyse(em, s->target, true);
	for (uint32_t k = 0; k < node->count; k++)
		sc_prepare(em, sx_arg(em->pool, s->target, k));
	uint32_t t = em->temps++;
	const char *table = sc_places_at(em, s->target, t);
	sc_line(
		em,
		"if (!d->failed) d->services->reinit(d, (%s[p%u] >> 1 & 7) == 4 ? (int)(%s[p%u] >> 4) : -1, (int)(%u + p%u), "
		"%s[p%u] & 1 ? -(%s) : %s);",
		table, t, table, t, sm_var(em->model, node->payload)->first, t, table, t, value, value);
	return true;
}

static void write_reinit(sc_emitter *em, const sm_statement *s)
{
	ss_place place;
	if (write_reinit_at(em, s))
		return;
	bool found = sc_target_place(em, s->target, &place);
	uint32_t scalar = sm_scalar_of(em->model, s->target);
	if (found && place.store != SS_STATE && em->plan->switches.n && scalar != UINT32_MAX) {
		const char *value = value_of(em, s->value);      /* a state of another mode, perhaps */
		sc_line(em, "d->services->reinit(d, -1, %u, %s);", scalar, value);
		return;
	}
	if (!found || place.store != SS_STATE) {
		sc_trouble(em, "reinit of what is not a state");
		return;
	}
	const char *value = value_of(em, s->value);
	sc_line(em, "d->services->reinit(d, %u, %d, %s(%s));", place.index, (int)scalar, place.negated ? "-" : "", value);
}

/* The old elements are gone: whoever needs them has copied them before. */
static void write_resize(sc_emitter *em, const sm_statement *s)
{
	uint32_t k = sx_at(em->pool, s->target)->payload, first = em->temps;
	const sm_local *local = &em->function->locals.at[k];
	em->temps += s->targets.n + 1;
	for (uint32_t d = 0; d < s->targets.n; d++) {
		const char *n = value_of(em, s->targets.at[d]);
		sc_line(em, "const long long n%u = sc_count(d, %d, %s);", first + d, sc_site_here(em), n);
	}
	em->stamp++;
	/* each product is looked at, so that none overflows */
	const char *count = sb_printf(em->arena, "n%u", first);
	for (uint32_t d = 1; d < s->targets.n; d++)
		count = sb_printf(em->arena, "sc_count(d, %d, %s*n%u)", sc_site_here(em), count, first + d);
	sc_line(em, "const long long n%u = %s;", first + s->targets.n, count);
	for (uint32_t d = 0; d < s->targets.n; d++)
		sc_line(em, "v%u_n%u = d->failed ? 0 : n%u;", k, d, first + d);
	sc_line(em, "v%u = d->services->resize(d, v%u, 8ULL*n%u + 8);", k, k, first + s->targets.n);
	if (local->type == SX_STRING)
		sc_line(em, "for (long long q = 0; q < n%u; q++) v%u[q] = \"\";", first + s->targets.n, k);
}

static void write_return(sc_emitter *em)
{
	if (em->frame)
		sc_line(em, "return 0;");
	else if (em->function)
		sc_line(em, "goto out;");
	else
		sc_trouble(em, "return stands outside a function");
}

static void write_one(sc_emitter *em, const sm_statement *s)
{
	if (s->kind != SM_WHILE)         /* which does it in each round */
		sc_freshen(em, s);
	switch (s->kind) {
	case SM_ASSIGN: assign(em, s); break;
	case SM_ASSIGN_CALL: assign_call(em, &s->targets, s->value); break;
	case SM_IF_DO: write_if(em, s); break;
	case SM_FOR: write_for(em, s); break;
	case SM_WHILE: write_while(em, s); break;
	case SM_BREAK: sc_line(em, "break;"); break;
	case SM_RETURN: write_return(em); break;
	case SM_ASSERT_DO: write_assert(em, s); break;
	case SM_TERMINATE_DO: {
		const char *message = value_of(em, s->value);
		sc_line(em, "d->services->terminate(d, %s);", message);
		break;
	}
	case SM_REINIT_DO: write_reinit(em, s); break;
	case SM_EVALUATE: {
		static const sm_exprs none;
		assign_call(em, &none, s->value);
		break;
	}
	case SM_RESIZE: write_resize(em, s); break;
	case SM_SCHEDULE: {
		const char *delay = value_of(em, s->value);
		sc_line(em, "d->services->schedule(d, %u, %s);", s->event, delay);
		break;
	}
	case SM_CANCEL: sc_line(em, "d->services->cancel(d, %u);", s->event); break;
	default: sc_process_statement(em, s); break;
	}
}

void sc_statements(sc_emitter *em, const sm_statements *list)
{
	if (em->level > DEEPEST) {
		sc_trouble(em, "the statements are nested too deeply");
		return;
	}
	em->plain = false;
	em->may_fail = true;
	for (uint32_t k = 0; k < list->n && !em->failed; k++) {
		sb_span outer = em->span;
		if (list->at[k]->span.source)
			em->span = list->at[k]->span;
		if (em->frame)
			sc_routine_statement(em, list->at[k], write_one);
		else
			write_one(em, list->at[k]);
		em->span = outer;
	}
}
