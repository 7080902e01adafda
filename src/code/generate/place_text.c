/* Leaves of expressions: where the value of a variable, derivative, left limit or local is kept, to read and to
 * write. */
#include "code/generate/generate.h"
#include "model/print/print.h"

#include <string.h>

static const char *const store_names[] = {
	[SS_REAL] = "r", [SS_INT] = "i", [SS_STRING] = "s", [SS_STATE] = "x", [SS_RATE] = "xd"
};
static const uint32_t store_uses[] = {
	[SS_REAL] = SC_USE_R, [SS_INT] = SC_USE_I, [SS_STRING] = SC_USE_S, [SS_STATE] = SC_USE_X, [SS_RATE] = SC_USE_XD
};

uint32_t sc_place_key(const ss_plan *plan, ss_place place)
{
	return ss_place_key(plan, place);
}

uint32_t sc_place_count(const ss_plan *plan)
{
	return plan->reals + plan->ints + plan->strings + 2 * plan->states + 1;
}

void sc_put_place(sc_emitter *em, ss_place place, int64_t step, sb_text *out)
{
	em->used |= store_uses[place.store];
	sc_put_element(em, store_names[place.store], place.index, step, out);
}

/* The place of a leaf, which may move from round to round of a loop. */
static void put_leaf_place(sc_emitter *em, sx_ref e, ss_place place, sb_text *out)
{
	const sc_moving *moving = sc_moving_of(em, e);
	if (!moving) {
		sc_put_place(em, place, sc_roll_step(em, e), out);
		return;
	}
	em->used |= store_uses[place.store];
	sc_put_moving(em, store_names[place.store], moving, out);
}

static bool place_of(sc_emitter *em, sx_ref var, ss_place *place)
{
	*place = sx_op_of(em->pool, var) == SX_VAR ? ss_place_of_leaf(em->plan, var) : (ss_place){0};
	if (place->store == SS_NOWHERE) {
		sb_text name = {0};
		sm_print_expr(em->model, var, &name);
		sc_trouble(em, "'%s' has no place", name.at ? name.at : "?");
		sb_text_free(&name);
	}
	return place->store != SS_NOWHERE;
}

bool sc_target_place(sc_emitter *em, sx_ref target, ss_place *place)
{
	sx_op op = sx_op_of(em->pool, target);
	if (op != SX_VAR && op != SX_DER)
		return false;
	const sc_moving *moving = sc_moving_of(em, target);
	if (moving) {
		*place = moving->place;
		return true;
	}
	if (!place_of(em, op == SX_DER ? sx_arg(em->pool, target, 0) : target, place))
		return false;
	if (op == SX_DER) {
		if (place->store != SS_STATE) {
			sc_trouble(em, "the derivative of what is not a state has no place");
			return false;
		}
		place->store = SS_RATE;
	}
	return true;
}

/* The entry that keeps the left limit of a variable; `negated` where it keeps it with the other sign. */
bool sc_pre_entry(sc_emitter *em, sx_ref pre, uint32_t *entry, ss_place *place, bool *negated)
{
	const sc_moving *moving = sc_moving_of(em, pre);
	if (moving) {
		*entry = moving->place.index;
		*place = moving->place;
		*negated = false;
		return true;
	}
	if (!place_of(em, sx_arg(em->pool, pre, 0), place))
		return false;
	uint32_t number = em->pre_of[sc_place_key(em->plan, *place)];
	if (!number) {
		sc_trouble(em, "a left limit has no place");
		return false;
	}
	*entry = number - 1;
	ss_place kept = ss_place_of_leaf(em->plan, em->plan->pres.at[*entry].var);
	*negated = kept.store != SS_NOWHERE && kept.negated != place->negated;
	return true;
}

static void put_pre_place(sc_emitter *em, sx_ref e, uint32_t entry, ss_place place, sb_text *out)
{
	bool integer = place.store == SS_INT, string = place.store == SS_STRING;
	const char *array = integer ? "pre_i" : string ? "pre_s" : "pre_r";
	const sc_moving *moving = sc_moving_of(em, e);
	em->used |= integer ? SC_USE_PRE_I : string ? SC_USE_PRE_S : SC_USE_PRE_R;
	if (moving)
		sc_put_moving(em, array, moving, out);
	else
		sc_put_element(em, array, entry, sc_roll_step(em, e), out);
}

static const char *sign_of(const sc_emitter *em, sx_ref e, bool negated)
{
	return !negated ? "" : sx_type_of(em->pool, e) == SX_BOOLEAN ? "(!" : "(-";
}

/* The first compiler keeps nothing in registers from one statement to the next and goes through the array's pointer
 * each time; a C local costs it one instruction. */
enum { OFTEN = 6 };

static bool is_read_often(const sc_emitter *em, sx_ref e)
{
	const sc_info *info = &em->info[e];
	if (!em->plain || em->function || sx_op_of(em->pool, e) == SX_PRE || sx_type_of(em->pool, e) != SX_REAL)
		return false;
	if (em->rolling && !sc_roll_varies(em, e))
		return true;
	return info->epoch == em->epoch && info->uses >= OFTEN;
}

static bool has_open_subscript(const sc_emitter *em, sx_ref e)
{
	for (uint32_t i = 0; i < sx_at(em->pool, e)->count; i++)
		if (!sx_is_const(em->pool, sx_arg(em->pool, e, i)))
			return true;
	return false;
}

void sc_put_leaf_itself(sc_emitter *em, sx_ref e, sb_text *out)
{
	ss_place place = {0};
	bool negated = false, pre = sx_op_of(em->pool, e) == SX_PRE;
	uint32_t entry = 0;
	if (pre ? !sc_pre_entry(em, e, &entry, &place, &negated) : !sc_target_place(em, e, &place)) {
		sb_addc(out, '0');
		return;
	}
	if (!pre)
		negated = place.negated;
	sb_add(out, sign_of(em, e, negated));
	if (pre) {
		put_pre_place(em, e, entry, place, out);
	} else {
		put_leaf_place(em, e, place, out);
		em->read_in[sc_place_key(em->plan, place)] = em->epoch;
	}
	if (negated)
		sb_addc(out, ')');
}

void sc_put_leaf(sc_emitter *em, sx_ref e, sb_text *out)
{
	const sx_node *node = sx_at(em->pool, e);
	if (node->op == SX_LOCAL && !em->function)
		sc_put_element(em, "l", node->payload, sc_roll_step(em, e), out);
	else if ((node->op == SX_LOCAL && node->count) ||
			 (node->op == SX_VAR && has_open_subscript(em, e) && !sc_moving_of(em, e)))
		sc_put_var_at(em, e, out);
	else if (node->op == SX_LOCAL)
		sc_put_local(em, node->payload, out);
	else if (is_read_often(em, e))
		sb_add(out, sc_read_once(em, e));
	else
		sc_put_leaf_itself(em, e, out);
}

/* One of a block moves with the points of its family. */
void sc_put_latch(sc_emitter *em, sx_ref e, sb_text *out)
{
	const sx_node *node = sx_at(em->pool, e);
	const sc_moving *moving = node->count ? sc_moving_of(em, e) : NULL;
	if (moving)
		sc_put_moving(em, "latch", moving, out);
	else if (node->count)
		sb_addf(out, "latch[%u + (int)(%s)]", node->payload, sc_text_of(em, sx_arg(em->pool, e, 0)));
	else
		sc_put_element(em, "latch", node->payload, sc_roll_step(em, e), out);
}

/* In a sorted plan nothing is read before it is set. Where it is all the same, what was computed from the old value
 * goes. */
static void note_write(sc_emitter *em, ss_place place)
{
	if (em->read_in[sc_place_key(em->plan, place)] == em->epoch)
		em->stamp++;
}

void sc_put_name(sc_emitter *em, sx_ref target, sb_text *out)
{
	sb_text name = {0};
	sm_print_expr(em->model, target, &name);
	for (size_t i = 0; i < name.n; i++) {
		bool closes = name.at[i] == '/' && i > 0 && name.at[i - 1] == '*';
		sb_addc(out, closes ? ' ' : name.at[i] == '\n' ? ' ' : name.at[i]);
	}
	sb_text_free(&name);
}

void sc_assign_touching(sc_emitter *em, sx_type type, const char *left, const char *value, const char *key)
{
	uint32_t t = em->temps++;
	sc_line(em, "const %s%s t%u = %s;", sc_ctype(type) + (type == SX_STRING ? 6 : 0), type == SX_STRING ? "const" : "",
			t, value);
	sc_line(em, type == SX_STRING ? "if (d->services->compare(%s, t%u)) {" : "if (%s != t%u) {", left, t);
	sc_line(em, "\t%s = t%u;", left, t);
	sc_line(em, "\td->services->touch(d, %s);", key);
	sc_line(em, "}");
}

void sc_assign(sc_emitter *em, sx_ref target, const char *value)
{
	ss_place place = {0};
	bool negated = false;
	uint32_t entry = 0;
	sb_text left = {0};
	sx_op op = sx_op_of(em->pool, target);
	if (op == SX_LOCAL && em->function) {
		sc_put_local(em, sx_at(em->pool, target)->payload, &left);
		if (em->frame)
			value = sc_kept_text(em, sx_type_of(em->pool, target), value);
	} else if (op == SX_LOCAL) {
		sc_put_element(em, "l", sx_at(em->pool, target)->payload, sc_roll_step(em, target), &left);
	} else if (op == SX_PRE) {
		if (sc_pre_entry(em, target, &entry, &place, &negated))
			put_pre_place(em, target, entry, place, &left);
	} else if (sc_target_place(em, target, &place)) {
		negated = place.negated;
		put_leaf_place(em, target, place, &left);
		note_write(em, place);
	} else if (!em->failed) {
		sc_trouble(em, "something is set that is not a variable");
	}
	if (op == SX_VAR && place.store && sc_is_touched(em, place)) {
		sc_assign_touching(em, sx_type_of(em->pool, target), left.at,
						   sb_printf(em->arena, "%s%s%s", sign_of(em, target, negated), value, negated ? ")" : ""),
						   sb_printf(em->arena, "%u", sc_place_key(em->plan, place)));
		sb_text_free(&left);
		return;
	}
	sc_indent(em);
	sb_add(em->at, left.at ? left.at : "");
	sb_addf(em->at, " = %s", sign_of(em, target, negated));
	sb_add(em->at, value);
	sb_add(em->at, negated ? ");" : ";");
	if (op != SX_LOCAL && sc_comments(em)) {
		sb_add(em->at, "  /* ");
		sc_put_name(em, target, em->at);
		sb_add(em->at, sc_roll_step(em, target) || sc_moving_of(em, target) ? " ... */" : " */");
	}
	sb_addc(em->at, '\n');
	sb_text_free(&left);
}
