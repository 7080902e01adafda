/* What functions compute, written over their arguments: so the features of a call are known (features.c).
 *
 * A body is read as it would be executed, with expressions for values. Branches of an if are all read; a local that
 * they set differently is an if-expression behind them. Loops with known bounds are gone through one turn after
 * another; of one whose turns depend on values, turns are read as if it went on and on, and what it sets is not known
 * behind it. Where an element of an array is compared whose subscript is not known, as in the search of a table, each
 * element may be the one.
 *
 * A call is *unread* if features of it may be missing: external C, a body that is too long or calls itself, a Real that
 * a loop of unknown length sets, a feature of such a value. */
#include "structure/forcing/forcing.h"

enum { BODIES_MOST = 200, TURNS_MOST = 100, READ_MOST = 2000, ELEMENTS_MOST = 400, CURVED_MOST = 24 };

typedef struct change { sx_ref local; uint64_t before; } change;

typedef struct reading {
	forcing *f; features *list;
	const sm_function *function; sx_ref call;
	sb_map values;                   /* LOCAL, of arrays with subscripts -> its value; 0: not known */
	sb_map iterators;                /* -> its value, a CONST; 0: not known */
	sb_vec(change) changes;          /* all that were made to values, so that they can be taken back */
	sm_exprs relations; bool unknown;        /* scratch; features of what is not known */
	uint32_t read;                   /* statements */
} reading;

/* ---- values */

static sx_ref value_of(const reading *r, sx_ref local)
{
	uint64_t value;
	return sb_map_get(&r->values, local, &value) ? (sx_ref)value : 0;
}

static void set(reading *r, sx_ref local, sx_ref value)
{
	sb_push(r->f->w->scratch, r->changes, ((change){local, value_of(r, local)}));
	sb_map_put(&r->values, local, value);
}

static void take_back(reading *r, uint32_t to)
{
	while (r->changes.n > to) {
		const change *c = &r->changes.at[--r->changes.n];
		sb_map_put(&r->values, c->local, c->before);
	}
}

/* An element of an argument, which may be a whole array of the model; 0: not known. */
static sx_ref of_argument(const reading *r, sx_pool *p, uint32_t local, const sx_ref *subscripts, uint32_t count)
{
	sx_ref element = sx_elem(p, sx_arg(p, r->call, local), subscripts, count);
	return sx_op_of(p, element) == SX_AT ? 0 : element;
}

static sx_ref put_in(sx_rewriter *self, sx_pool *p, sx_ref e)
{
	reading *r = self->context;
	uint32_t local = sx_at(p, e)->payload, count = sx_at(p, e)->count;
	sx_ref at[8];
	uint64_t value;

	if (sx_op_of(p, e) == SX_ITER)
		return sb_map_get(&r->iterators, local, &value) && value ? (sx_ref)value : e;
	if (sx_op_of(p, e) != SX_LOCAL)
		return 0;
	bool known = count <= 8 && local < r->function->locals.n, argument = known && local < r->function->args;
	for (uint32_t i = 0; i < count && known; i++) {
		at[i] = sx_rewrite(self, p, sx_arg(p, e, i));
		known = sx_is_const(p, at[i]);
	}
	if (!known || (!count && r->function->locals.at[local].rank))
		return e;
	sx_ref key = sx_local(p, local, sx_type_of(p, e), at, count), by = value_of(r, key);
	if (!by && argument)
		by = count ? of_argument(r, p, local, at, count) : sx_arg(p, r->call, local);
	return by ? by : e;
}

static sx_ref over_arguments(reading *r, sx_ref e)
{
	sx_rewriter rewriter = sx_rewriter_new(r->f->w->scratch, NULL, r);

	rewriter.enter = put_in;
	return e ? sx_rewrite(&rewriter, r->f->w->pool, e) : 0;
}

/* ---- what is read goes to the list */

typedef struct looking { sx_ref found; uint32_t count; } looking;

static bool see_local(void *context, const sx_pool *p, sx_ref e)
{
	looking *l = context;

	if (sx_op_of(p, e) == SX_LOCAL) {
		l->count++;
		l->found = sx_at(p, e)->count == 1 ? e : 0;
	}
	return true;
}

static bool see_local_or_enough(void *context, const sx_pool *p, sx_ref e)
{
	const looking *l = context;

	return see_local(context, p, e) && l->count <= 2;
}

/* The one local that is in it, if that is an element of a vector with an unknown subscript; 0: it is none. The same
 * relations come again with each statement that uses a value, so what was found is kept. */
static sx_ref unknown_element(const reading *r, sx_ref e)
{
	const sx_pool *p = r->f->w->pool;
	looking l = {0};
	uint64_t before;

	if (sb_map_get(&r->f->elements, e, &before))
		return (sx_ref)before;
	sx_visit(p, e, see_local_or_enough, &l);
	bool subscript = l.count == 2 && l.found && sx_op_of(p, sx_arg(p, l.found, 0)) == SX_LOCAL;   /* a[i], i unknown */
	sx_ref found = subscript || l.count == 1 ? l.found : 0;
	sb_map_put(&r->f->elements, e, found);
	return found;
}

static void give_up(reading *r)
{
	if (!r->list->unread && ss_moves(r->f->w, r->call))
		r->list->unread = r->call;
}

static void note_elements(reading *r, sx_ref relation)
{
	ss_work *w = r->f->w;
	sx_ref leaf = unknown_element(r, relation);

	if (!leaf && sx_type_of(w->pool, sx_arg(w->pool, relation, 0)) == SX_REAL)
		give_up(r);

	for (int64_t i = 1; leaf && i <= ELEMENTS_MOST; i++) {
		sx_ref at = sx_int(w->pool, i),
			   element = sx_local(w->pool, sx_at(w->pool, leaf)->payload, sx_type_of(w->pool, leaf), &at, 1);
		sx_ref value = over_arguments(r, element);
		if (value == element)
			break;
		sb_push(w->scratch, r->list->within, sx_replace(w->pool, relation, leaf, value));
	}
}

static bool see_relation(void *context, const sx_pool *p, sx_ref e)
{
	sx_op op = sx_op_of(p, e);
	reading *r = context;

	if (!(sx_flags(p, e) & SX_HAS_LOCAL))
		return true;
	if (sx_is_order(op))
		sb_push(r->f->w->scratch, r->relations, e);
	bool bends = op == SX_ABS || op == SX_MIN || op == SX_MAX || op == SX_EXP || op == SX_TANH;
	r->unknown |= op == SX_CALL || (bends && sx_type_of(p, e) == SX_REAL);
	return true;
}

static void note(reading *r, sx_ref e)
{
	ss_work *w = r->f->w;

	if (!e)
		return;
	sb_push(w->scratch, r->list->within, e);
	if (!(sx_flags(w->pool, e) & SX_HAS_LOCAL))
		return;
	r->relations.n = 0;
	r->unknown = false;
	sx_visit(w->pool, e, see_relation, r);
	for (uint32_t i = 0; i < r->relations.n; i++)
		note_elements(r, r->relations.at[i]);
	if (r->unknown)
		give_up(r);
}

/* ---- statements */

static void read_body(reading *r, const sm_statements *body);

/* What is known of a local goes, with all its elements. */
static void forget(reading *r, uint32_t local)
{
	sx_pool *p = r->f->w->pool;
	uint32_t n = r->changes.n;

	for (uint32_t i = 0; i < n; i++)
		if (sx_at(p, r->changes.at[i].local)->payload == local && value_of(r, r->changes.at[i].local))
			set(r, r->changes.at[i].local, 0);
}

static void forget_targets(reading *r, const sm_statements *body)
{
	sx_pool *p = r->f->w->pool;

	for (uint32_t i = 0; i < body->n; i++) {
		const sm_statement *s = body->at[i];
		for (uint32_t k = 0; k <= s->targets.n; k++) {
			sx_ref target = k < s->targets.n ? s->targets.at[k] : s->target;
			if (!target || sx_op_of(p, target) != SX_LOCAL)
				continue;
			forget(r, sx_at(p, target)->payload);
			if (sx_type_of(p, target) == SX_REAL)
				give_up(r);
		}
		for (uint32_t k = 0; k < s->branches.n; k++)
			forget_targets(r, &s->branches.at[k].body);
	}
}

static void read_assignment(reading *r, const sm_statement *s)
{
	sx_pool *p = r->f->w->pool;
	sx_ref value = over_arguments(r, s->value), at[8];
	uint32_t count = sx_at(p, s->target)->count, local = sx_at(p, s->target)->payload;
	bool known = sx_op_of(p, s->target) == SX_LOCAL && count <= 8 && local < r->function->locals.n;

	note(r, value);
	if (!known)
		return;
	for (uint32_t i = 0; i < count && known; i++) {
		at[i] = over_arguments(r, sx_arg(p, s->target, i));
		known = sx_is_const(p, at[i]);
	}
	if (known && value && count == r->function->locals.at[local].rank)
		set(r, sx_local(p, local, r->function->locals.at[local].type, at, count),
			sx_cast(p, value, r->function->locals.at[local].type));
	else
		forget(r, local);
}

static void add_once(ss_work *w, sm_exprs *locals, sm_exprs *values, sx_ref local, sx_ref value)
{
	for (uint32_t i = 0; i < locals->n; i++)
		if (locals->at[i] == local)
			return;
	sb_push(w->scratch, *locals, local);
	sb_push(w->scratch, *values, value);
}

/* One branch, and those behind it, which are the other choice. */
static void read_choice(reading *r, const sm_statement *s, uint32_t k)
{
	ss_work *w = r->f->w;
	uint32_t begin = r->changes.n;

	if (k == s->branches.n)
		return;
	sx_ref condition = over_arguments(r, s->branches.at[k].condition);
	note(r, condition);
	if (condition && sx_is_const(w->pool, condition) && !sx_int_value(w->pool, condition)) {
		read_choice(r, s, k + 1);
		return;
	}
	read_body(r, &s->branches.at[k].body);
	if (!condition || sx_is_const(w->pool, condition))
		return;
	sm_exprs locals = {0}, then = {0};
	for (uint32_t i = begin; i < r->changes.n; i++)
		add_once(w, &locals, &then, r->changes.at[i].local, value_of(r, r->changes.at[i].local));
	take_back(r, begin);
	read_choice(r, s, k + 1);
	for (uint32_t i = begin; i < r->changes.n; i++)
		add_once(w, &locals, &then, r->changes.at[i].local, (sx_ref)r->changes.at[i].before);
	for (uint32_t i = 0; i < locals.n; i++) {
		sx_ref other = value_of(r, locals.at[i]);
		bool both = then.at[i] && other && sx_type_of(w->pool, then.at[i]) == sx_type_of(w->pool, other);
		if (then.at[i] != other)
			set(r, locals.at[i], both ? sx_if(w->pool, condition, then.at[i], other) : 0);
	}
}

/* How many operations in it are not linear, up to some more than are allowed. `seen`: what was counted before. */
static uint32_t curved(const sx_pool *p, sx_ref e, sb_map *seen)
{
	sx_op op = sx_op_of(p, e);
	uint64_t known;
	if (!sx_at(p, e)->count || op == SX_VAR || sb_map_get(seen, e, &known))
		return 0;
	sb_map_put(seen, e, 1);
	uint32_t n = op != SX_ADD && op != SX_SUB && op != SX_NEG && op != SX_LT && op != SX_LE && op != SX_GT &&
				 op != SX_GE;
	for (uint32_t i = 0; i < sx_at(p, e)->count && n <= CURVED_MOST; i++)
		n += curved(p, sx_arg(p, e, i), seen);
	return n;
}

/* A loop of which it is not known how often it turns: each turn may be the next one. Behind it nothing is known of what
 * it sets. An iteration that converges would say the same again and again, in expressions that grow with each turn, and
 * what it compares is rounding in the end: of such a loop only the first turns are read. */
static void read_while(reading *r, const sm_statement *s)
{
	uint32_t grown = 0;
	for (uint32_t turn = 0; turn < TURNS_MOST && r->read < READ_MOST && s->branches.n; turn++) {
		sx_ref condition = over_arguments(r, s->branches.at[0].condition);
		sb_map seen = sb_map_new(r->f->w->scratch);
		grown += condition ? curved(r->f->w->pool, condition, &seen) : 0;
		if (turn && grown > CURVED_MOST) {
			give_up(r);
			break;
		}
		note(r, condition);
		if (condition && sx_is_const(r->f->w->pool, condition) && !sx_int_value(r->f->w->pool, condition))
			return;
		read_body(r, &s->branches.at[0].body);
	}
	forget_targets(r, &s->branches.at[0].body);
}

static void read_for(reading *r, const sm_statement *s)
{
	sx_pool *p = r->f->w->pool;
	sx_ref from = over_arguments(r, s->from), to = over_arguments(r, s->to),
		   step = s->step ? over_arguments(r, s->step) : sx_int(p, 1);
	bool known = sx_is_const(p, from) && sx_is_const(p, to) && sx_is_const(p, step) &&
				 sx_type_of(p, from) == SX_INTEGER && sx_type_of(p, to) == SX_INTEGER &&
				 sx_type_of(p, step) == SX_INTEGER && sx_int_value(p, step) != 0;
	int64_t first = known ? sx_int_value(p, from) : 0, last = known ? sx_int_value(p, to) : 0,
			by = known ? sx_int_value(p, step) : 1;
	const sm_statements *body = &s->branches.at[0].body;

	if (!known || (last - first) / by >= ELEMENTS_MOST) {
		forget_targets(r, body);
		sb_map_put(&r->iterators, s->iterator, 0);
		read_body(r, body);
		forget_targets(r, body);
		return;
	}
	for (int64_t i = first; by > 0 ? i <= last : i >= last; i += by) {
		sb_map_put(&r->iterators, s->iterator, sx_int(p, i));
		read_body(r, body);
	}
}

static void read_body(reading *r, const sm_statements *body)
{
	for (uint32_t i = 0; i < body->n && r->read < READ_MOST; i++) {
		const sm_statement *s = body->at[i];
		r->read++;
		switch (s->kind) {
		case SM_ASSIGN: read_assignment(r, s); break;
		case SM_IF_DO: read_choice(r, s, 0); break;
		case SM_FOR: read_for(r, s); break;
		case SM_WHILE: read_while(r, s); break;
		case SM_ASSIGN_CALL:
			note(r, over_arguments(r, s->value));
			for (uint32_t k = 0; k < s->targets.n; k++)
				if (s->targets.at[k] && sx_op_of(r->f->w->pool, s->targets.at[k]) == SX_LOCAL)
					forget(r, sx_at(r->f->w->pool, s->targets.at[k])->payload);
			break;
		default: break;
		}
	}
}

void ss_look_into_call(forcing *f, features *list, sx_ref call)
{
	ss_work *w = f->w;
	uint32_t number = sx_at(w->pool, call)->payload;
	reading r = {.f = f,
				 .list = list,
				 .function = number < w->model->functions.n ? w->model->functions.at[number] : NULL,
				 .call = call};

	bool outside = r.function && r.function->external && !r.function->block && !r.function->external->even;
	if ((outside && !ss_look_into_table(f, list, call)) || list->bodies >= BODIES_MOST)
		give_up(&r);
	if (!r.function || r.function->external || r.function->block || sx_at(w->pool, call)->count != r.function->args ||
		list->bodies >= BODIES_MOST)
		return;
	list->bodies++;
	r.values = sb_map_new(w->scratch);
	r.iterators = sb_map_new(w->scratch);
	for (uint32_t i = r.function->args; i < r.function->locals.n; i++)
		if (r.function->locals.at[i].binding && !r.function->locals.at[i].rank)
			set(&r, sx_local(w->pool, i, r.function->locals.at[i].type, NULL, 0),
				over_arguments(&r, r.function->locals.at[i].binding));
	read_body(&r, &r.function->body);
	if (r.read >= READ_MOST)
		give_up(&r);
}
