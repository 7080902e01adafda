/* Routines: a list of things to do becomes static C functions of about a hundred statements and one that calls them. */
#include "code/generate/generate.h"
#include "model/print/print.h"

#include <stdio.h>
#include <string.h>

enum { PIECE_ITEMS = 100, PIECE_NODES = 4000, EVENT_ITEMS = 16 };

/* Roots of an item: what is certainly evaluated first. `see` gets each root and whether it is certainly evaluated. */
void sc_analyse_item(sc_emitter *em, const sc_item *item)
{
	switch (item->kind) {
	case SC_STEP: {
		const ss_step *s = item->step;
		if (s->when)
			sc_analyse(em, s->when, true);
		if (s->kind == SS_ASSIGN || s->kind == SS_CALL) {
			sc_analyse(em, s->value, s->guard == 0 && !s->when);
		} else if (s->kind == SS_LOOP) {
			const ss_loop *b = em->plan->loops.at[s->loop];
			bool here = b->linear && !sc_is_large(b);
			for (uint32_t k = 0; here && k < b->matrix.n; k++)
				sc_analyse(em, b->matrix.at[k].value, !s->when);
			for (uint32_t k = 0; here && k < b->n; k++)
				sc_analyse(em, b->rhs[k], !s->when);
		}
		break;
	}
	case SC_VALUE: sc_analyse(em, item->value, true); break;
	case SC_TAKE: case SC_LEAN: break;
	case SC_ACTION: case SC_ASSERTION:
		sc_analyse(em, item->action->guard, true);
		sc_analyse(em, item->action->condition, item->action->guard == 0);
		sc_analyse(em, item->action->value, false);
		break;
	case SC_SOLVE:
		for (uint32_t k = 0; k < em->plan->loops.at[item->solve->loop]->n; k++)
			sc_analyse(em, item->solve->rhs[k], true);
		break;
	}
}

static void write_call(sc_emitter *em, const ss_step *s)
{
	sc_prepare(em, s->value);
	const char *name = sc_call_results(em, s->value);
	for (uint32_t k = 0; k < s->targets.n; k++) {
		sx_ref target = s->targets.at[k];
		const char *value = sb_printf(em->arena, "%s_%u", name, k);
		if (target && sc_is_array(em, target))
			sc_assign_array(em, target, value);
		else if (target)
			sc_assign(em, target, value);
	}
}

/* Whoever reads code that stands alone has no other way to find the equation. */
static void put_origin(sc_emitter *em, const sm_equation *q, int line)
{
	const char *path = q->span.source ? sb_source_path(em->model->diag, q->span.source) : "";
	const char *base = strrchr(path, '/');
	bool named = q->component && *q->component && !strstr(q->component, "*/");
	sb_addf(em->at, "/* %s:%d%s%s: ", base ? base + 1 : path, line, named ? ", in " : "", named ? q->component : "");
}

static void comment_on(sc_emitter *em, const ss_step *s)
{
	if (!sc_comments(em) || !s->origin)
		return;
	int line = 0, column = 0;
	sb_text text = {0};
	sb_position(em->model->diag, s->origin->span, &line, &column);
	sm_print_equation(em->model, s->origin, &text);
	sc_indent(em);
	if (em->alone)
		put_origin(em, s->origin, line);
	else
		sb_addf(em->at, "/* line %d: ", line);
	for (size_t i = 0; i < text.n && i < 300 && text.at[i] != '\n'; i++)
		sb_addc(em->at, text.at[i] == '*' && text.at[i + 1] == '/' ? ' ' : text.at[i]);
	sb_add(em->at, " */\n");
	sb_text_free(&text);
}

static void write_algorithm(sc_emitter *em, const ss_step *s)
{
	int definite = em->definite;
	em->definite = definite == 1 || (s->origin && s->origin->definite) ? 1 : SC_NOTICED;
	sc_statements(em, &s->statements);
	em->definite = definite;
}

static void write_plain_step(sc_emitter *em, const ss_step *s)
{
	int definite = em->definite;
	if (!definite && (s->phases & SS_DISCRETE || s->domain.n))
		em->definite = SC_NOTICED;
	switch (s->kind) {
	case SS_ASSIGN: sc_assign(em, s->target, sc_text_of(em, s->value)); break;
	case SS_CALL: write_call(em, s); break;
	case SS_LOOP: sc_loop_step(em, s->loop); break;
	case SS_ALGORITHM: write_algorithm(em, s); break;
	}
	em->definite = definite;
}

void sc_write_guarded(sc_emitter *em, const char *condition, void (*write)(sc_emitter *, const void *),
					  const void *what)
{
	sb_text inner = {0}, *at = em->at;
	em->at = &inner;
	uint32_t mark = sc_scope_open(em);
	write(em, what);
	sc_scope_close(em, mark);
	em->at = at;
	sc_indent(em);
	sb_add(em->at, "if (");
	sb_add(em->at, condition);
	sb_add(em->at, ") {\n");
	sb_add(em->at, inner.at ? inner.at : "");
	sc_line(em, "}");
	sb_text_free(&inner);
}

static void write_guarded_step(sc_emitter *em, const void *what)
{
	write_plain_step(em, what);
}

static void write_lean(sc_emitter *em, const void *what)
{
	const sc_item *item = what;
	sc_assign(em, item->value, sb_printf(em->arena, "%s + d->lean[%u]", sc_text_of(em, item->value), item->index));
}

/* `step`: how far the number of its guard moves in each round of a rolled loop. */
static void write_step(sc_emitter *em, const ss_step *s, int64_t step)
{
	em->span = s->span.source || !s->origin ? s->span : s->origin->span;
	em->what = s->origin && s->origin->component ? s->origin->component : "";
	comment_on(em, s);
	if (s->when) {
		sc_write_guarded(em, sc_text_of(em, s->when), write_guarded_step, s);
	} else if (s->guard) {
		sb_text condition = {0};
		em->used |= SC_USE_GIVEN;
		sb_addc(&condition, '!');
		if (em->domain) {
			sb_add(&condition, "given[");
			sc_put_own_index(em, &condition);
			sb_addc(&condition, ']');
		} else {
			sc_put_element(em, "given", s->guard - 1, step, &condition);
		}
		sc_write_guarded(em, condition.at, write_guarded_step, s);
		sb_text_free(&condition);
	} else {
		write_plain_step(em, s);
	}
}

static void write_message(sc_emitter *em, const void *what)
{
	const sc_item *item = what;
	const ss_action *a = item->action;
	const char *text = a->value ? sc_text_of(em, a->value) : "\"\"";
	if (a->kind == SS_TERMINATE)
		sc_line(em, "d->services->terminate(d, %s);", text);
	else
		sc_line(em, "d->services->assertion(d, %u, %d, %s);", item->index, item->kind == SC_ACTION, text);
}

static void write_action_body(sc_emitter *em, const void *what)
{
	const sc_item *item = what;
	const ss_action *a = item->action;
	switch (a->kind) {
	case SS_REINIT:
		sc_line(em, "d->services->reinit(d, %d, %u, %s);", (int)a->state, a->scalar, sc_text_of(em, a->value));
		break;
	case SS_ASSERT: {
		const char *condition = sc_text_of(em, a->condition);
		sc_write_guarded(em, sb_printf(em->arena, "!(%s)", condition), write_message, item);
		break;
	}
	case SS_TERMINATE: write_message(em, item); break;
	case SS_PROGRAM:
		sc_line(em, "d->services->program(d, %u, %u, %s);", a->event, item->index, sc_text_of(em, a->value));
		break;
	case SS_EVALUATE: sc_prepare(em, a->value); sc_call_results(em, a->value); break;
	}
}

void sc_write_action(sc_emitter *em, const sc_item *item)
{
	em->span = item->action->span;
	em->what = item->action->component;
	em->plain = false;
	em->may_fail = true;
	em->definite = SC_NOTICED;
	if (item->action->guard)
		sc_write_guarded(em, sc_text_of(em, item->action->guard), write_action_body, item);
	else
		write_action_body(em, item);
	em->definite = 0;
}

/* `step`: how far the index, or the guard of a step, moves in each round of a rolled loop. */
static void write_item(sc_emitter *em, const sc_item *item, int64_t step)
{
	switch (item->kind) {
	case SC_STEP: write_step(em, item->step, step); break;
	case SC_VALUE: {
		if (item->span.source) {
			em->span = item->span;
			em->what = item->component;
		}
		char *value = sc_text_of(em, item->value);
		sc_indent(em);
		if (em->domain)
			sc_put_moving(em, item->array, &em->own, em->at);
		else
			sc_put_element(em, item->array, item->index, step, em->at);
		sb_addf(em->at, " = ");
		sb_add(em->at, value);
		sb_add(em->at, ";\n");
		break;
	}
	case SC_TAKE: {
		sb_text value = {0};
		sc_put_element(em, "z", item->index, step, &value);
		sc_assign(em, item->value, value.at);
		sb_text_free(&value);
		break;
	}
	case SC_LEAN: sc_write_guarded(em, "d->lean", write_lean, item); break;
	case SC_ACTION: case SC_ASSERTION: sc_write_action(em, item); break;
	case SC_SOLVE: sc_put_solve(em, item->solve); break;
	}
}

static void declare(sc_emitter *em, uint32_t use, const char *type, const char *name)
{
	if (em->used & use)
		sb_addf(&em->out, "\t%s%s = d->%s;\n", type, name, name);
}

/* The arrays of the run as C locals. Where a piece has formulas only, the compiler may know that they do not
 * overlap. */
void sc_declare_arrays(sc_emitter *em)
{
	const char *reals = em->plain ? "double *restrict const " : "double *const ";
	declare(em, SC_USE_TIME, "const double ", "time");
	declare(em, SC_USE_R, reals, "r");
	declare(em, SC_USE_X, reals, "x");
	declare(em, SC_USE_XD, reals, "xd");
	declare(em, SC_USE_I, em->plain ? "long long *restrict const " : "long long *const ", "i");
	declare(em, SC_USE_S, "const char **const ", "s");
	declare(em, SC_USE_PRE_R, "double *const ", "pre_r");
	declare(em, SC_USE_PRE_I, "long long *const ", "pre_i");
	declare(em, SC_USE_PRE_S, "const char **const ", "pre_s");
	declare(em, SC_USE_LATCH, "const long long *const ", "latch");
	declare(em, SC_USE_CLOCK, "const long long *const ", "clock");
	declare(em, SC_USE_GIVEN, "const char *const ", "given");
}

static bool stands_alone(const sc_item *item)
{
	return (item->kind == SC_STEP && item->step->kind == SS_ALGORITHM) || sc_domain_of(item);
}

/* How many items from `first` on make one piece; it ends where a sequence begins. */
static uint32_t piece_length(sc_emitter *em, const sc_items *items, const sc_shapes *shapes, uint32_t first,
							 uint32_t most)
{
	uint32_t n = 0;
	uint64_t nodes = 0;
	sc_roll roll;
	while (first + n < items->n && n < most && nodes < PIECE_NODES) {
		const sc_item *item = &items->at[first + n];
		if (stands_alone(item))
			return n ? n : 1;
		if (n && sc_roll_find(em, shapes, items, first + n, &roll))
			return n;
		nodes += item->kind == SC_STEP && item->step->kind == SS_LOOP ? 400 : 10;
		n++;
	}
	return n;
}

static void begin_piece(sc_emitter *em, sb_text *body, uint32_t level)
{
	em->at = body;
	em->level = level;
	em->used = 0;
	em->may_fail = false;
	em->plain = true;
	sc_unit(em);
}

/* A function that a routine consists of alone is the routine itself; as one of sc_functions it is seen from outside,
 * unless it must be wrapped (see sc_entry). */
typedef struct routine {
	const char *name, *params, *args;
	bool entry, whole, seen;
	bool pieces; sc_piece_kind kind; uint8_t phase;
} routine;

#define PART_PARAMS ", int sc_from, int sc_to"

static bool needs_wrapping(const sc_emitter *em)
{
	return em->scratch || em->strings;
}

static void open_function(sc_emitter *em, routine *r, const char *name)
{
	bool outer = r->entry && r->whole;
	r->seen = outer && !needs_wrapping(em);
	sb_addf(&em->out, "%svoid %s%s%s(sc_data *d%s%s)\n{\n", r->seen ? "" : "static ", r->seen ? "sc_" : "", name,
		outer && !r->seen ? "_of" : "", r->params, r->pieces && !r->whole ? PART_PARAMS : "");
}

/* `count` rounds one after the other. */
static void write_rounds(sc_emitter *em, sb_text *body, const sc_items *items, const sc_roll *r, uint32_t count,
						 uint32_t level)
{
	for (em->roll_ahead = 0; em->roll_ahead < count; em->roll_ahead++) {
		em->at = body;
		em->level = level;
		sc_unit(em);
		for (uint32_t k = 0; k < r->period; k++)
			sc_analyse_item(em, &items->at[r->first + k]);
		for (uint32_t k = 0; k < r->period && !em->failed; k++) {
			const sc_item *item = &items->at[r->first + k], *next = item + r->period;
			write_item(em, item, item->kind == SC_STEP ? (int64_t)next->step->guard - item->step->guard
				: (int64_t)next->index - item->index);
		}
	}
}

/* A sequence as a loop. */
static void write_rolled(sc_emitter *em, routine *f, const char *name, const sc_items *items, const sc_shapes *shapes,
						 const sc_roll *r)
{
	sb_text body = {0}, before = {0}, rest = {0};
	begin_piece(em, &body, 1);
	em->before = &before;
	sc_roll_begin(em, shapes, items, r);
	write_rounds(em, &body, items, r, SC_ROUNDS, 1);
	write_rounds(em, &rest, items, r, r->rounds % SC_ROUNDS, 0);
	open_function(em, f, name);
	sc_declare_arrays(em);
	sc_roll_end(em, before.at ? before.at : "", body.at ? body.at : "", rest.at ? rest.at : "");
	sb_add(&em->out, "}\n\n");
	sb_text_free(&body);
	sb_text_free(&before);
	sb_text_free(&rest);
}

static void write_round(sc_emitter *em, const sc_item *item)
{
	sc_analyse_item(em, item);
	write_item(em, item, 0);
}

/* The function around a body that is written; what it needs is known only now. */
static bool end_piece(sc_emitter *em, routine *f, const char *name, sb_text *body)
{
	open_function(em, f, name);
	sc_declare_arrays(em);
	sb_add(&em->out, body->at ? body->at : "");
	sb_add(&em->out, "}\n\n");
	sb_text_free(body);
	return em->may_fail;
}

/* A family. */
static bool write_loops(sc_emitter *em, routine *f, const char *name, const sc_item *item)
{
	sb_text body = {0};
	begin_piece(em, &body, 0);
	sc_loops(em, item, write_round, &body);
	return end_piece(em, f, name, &body);
}

static bool write_piece(sc_emitter *em, routine *f, const char *name, const sc_items *items, uint32_t first, uint32_t n)
{
	sb_text body = {0};
	begin_piece(em, &body, 0);
	for (uint32_t k = 0; k < n; k++)
		sc_analyse_item(em, &items->at[first + k]);
	for (uint32_t k = 0; k < n && !em->failed; k++)
		write_item(em, &items->at[first + k], 0);
	return end_piece(em, f, name, &body);
}

/* A routine that is one plain piece is called without rounds; in the list it is called with them. */
static const char *piece_of_whole(sc_emitter *em, const routine *f)
{
	sb_addf(&em->out, "static void %s_piece(sc_data *d%s" PART_PARAMS ")\n{\n\t%s(d%s);\n}\n\n", f->name, f->params,
			f->name, f->args);
	return sb_printf(em->arena, "%s_piece", f->name);
}

static bool write_routine(sc_emitter *em, routine *f, const sc_items *items)
{
	bool may_fail = false;
	sb_text calls = {0};
	uint32_t pieces = 0, most = f->pieces && f->phase == SS_DISCRETE ? EVENT_ITEMS : PIECE_ITEMS;
	const sc_shapes *shapes = sc_shapes_of(em, items);
	for (uint32_t first = 0; first < items->n && !em->failed; pieces++) {
		sc_roll roll;
		bool rolled = sc_roll_find(em, shapes, items, first, &roll), fails = false;
		uint32_t n = rolled ? roll.period * roll.rounds : piece_length(em, items, shapes, first, most);
		uint32_t points = !rolled && f->pieces && f->phase == SS_DISCRETE ? sc_loop_in_parts(em, &items->at[first]) : 0;
		f->whole = n == items->n && !(f->pieces && rolled) && !points;
		const char *piece = f->whole ? f->name : sb_printf(em->arena, "%s_%u", f->name, pieces);
		em->roll_part = f->pieces && (rolled || points);
		if (rolled)
			write_rolled(em, f, piece, items, shapes, &roll);
		else if (n == 1 && sc_domain_of(&items->at[first]))
			fails = write_loops(em, f, piece, &items->at[first]);
		else
			fails = write_piece(em, f, piece, items, first, n);
		sb_addf(&calls, "\t%s(d%s", piece, f->args);
		if (f->pieces)
			sb_addf(&calls, ", 0, %u", rolled ? roll.rounds : points);
		sb_add(&calls, ");\n");
		if (points)
			sc_graph_add_loop(em, f->phase, piece, items, first, points);
		else if (f->pieces)
			sc_graph_add(em, f->kind, f->phase, f->whole ? piece_of_whole(em, f) : piece, items, first, n,
						 rolled ? &roll : NULL);
		if (fails)
			sb_add(&calls, "\tif (d->failed) return;\n");
		may_fail |= fails;
		first += n;
	}
	if (pieces != 1 || !f->whole) {
		f->whole = true;
		open_function(em, f, f->name);
		sb_add(&em->out, calls.at ? calls.at : "");
		sb_add(&em->out, "}\n\n");
	}
	sb_text_free(&calls);
	return may_fail;
}

bool sc_routine(sc_emitter *em, const char *name, const char *params, const char *args, const sc_items *items)
{
	routine f = { .name = name, .params = params, .args = args };
	return write_routine(em, &f, items);
}

bool sc_routine_in_pieces(sc_emitter *em, const char *name, const char *params, const char *args, const sc_items *items,
						 sc_piece_kind kind, uint8_t phase)
{
	routine f = {
		.name = name, .params = params, .args = args, .pieces = em->grapher != NULL, .kind = kind, .phase = phase};
	return write_routine(em, &f, items);
}

static void say_role(sc_emitter *em, const char *role)
{
	if (em->comments)
		sb_addf(&em->out, "/* %s */\n", role);
}

void sc_entry_text(sc_emitter *em, const char *name, const char *params, const char *body, const char *role)
{
	say_role(em, role);
	sb_addf(&em->out, "void sc_%s(sc_data *d%s)\n{\n", name, params);
	if (em->scratch)
		sb_add(&em->out, "\tconst unsigned long long mark = d->services->mark(d);\n");
	if (em->strings)
		sb_add(&em->out, "\td->services->sweep(d);\n");
	sb_add(&em->out, body);
	if (em->scratch)
		sb_add(&em->out, "\td->services->release(d, mark);\n");
	sb_add(&em->out, "}\n\n");
}

void sc_entry(sc_emitter *em, const char *name, const char *params, const char *args, const sc_items *items,
			  const char *role)
{
	routine f = { .name = name, .params = params, .args = args, .entry = true };
	em->scratch = em->loops_scratch;
	em->strings = em->base_strings;
	say_role(em, role);
	write_routine(em, &f, items);
	if (!f.seen)
		sc_entry_text(em, name, params, sb_printf(em->arena, "\t%s_of(d%s);\n", name, args),
			"the same, with the memory given back that it took");
}
