/* Functions at translation time: the statements of a function of the model, run on values.
 *
 * Every statement and every turn of a loop takes a step of the machine, so a loop that does not end becomes a message.
 */
#include "front/modelica/evaluate/machine.h"

#include <string.h>

#include "expr/value.h"

enum { DEEPEST_CALL = 200, LARGEST = 1 << 24 };
typedef enum flow { GO_ON, LEAVE_LOOP, LEAVE_FUNCTION, FAILED } flow;

static flow run_all(mo_machine *m, const sm_statements *body);

static sx_value none_of(sx_type type)
{
	switch (type) {
	case SX_REAL: return sx_value_real(0);
	case SX_BOOLEAN: return sx_value_bool(false);
	case SX_STRING: return sx_value_string("");
	default: return sx_value_int(0);
	}
}

static sx_value as_type(sx_value v, sx_type type)
{
	return type == SX_REAL && v.type != SX_REAL ? sx_value_real((double)v.integer) : v;
}

/* -------------------------------------------------------------- assignments */

static bool copy_whole(mo_machine *m, uint32_t local, const mo_array *value)
{
	mo_array *to = &m->frame->locals[local];
	if (to->n != value->n && m->frame->function->locals.at[local].rank == 0)
		return false;
	mo_array copy = *value;
	copy.at = sb_new_array(m->arena, sx_value, value->n + 1);
	for (uint64_t i = 0; i < value->n; i++)
		copy.at[i] = as_type(value->at[i], m->frame->function->locals.at[local].type);
	if (to->rank == 0)
		copy.rank = 0;
	*to = copy;
	return true;
}

static bool assign(mo_machine *m, sx_ref target, const mo_array *value)
{
	sx_pool *pool = m->c->pool;
	if (sx_op_of(pool, target) != SX_LOCAL)
		return false;
	uint32_t local = sx_at(pool, target)->payload;
	mo_array *to = &m->frame->locals[local];
	uint64_t place;
	if (sx_at(pool, target)->count == 0 && to->rank)
		return copy_whole(m, local, value);
	if (value->n < 1 || !mo_machine_place(m, target, 0, to, &place))
		return false;
	to->at[place] = as_type(value->at[0], m->frame->function->locals.at[local].type);
	return true;
}

static bool assign_call(mo_machine *m, const sm_statement *s)
{
	sx_pool *pool = m->c->pool;
	const sm_function *f = m->c->model->functions.at[sx_at(pool, s->value)->payload];
	mo_array *results = sb_new_array(m->arena, mo_array, f->results + 1);
	if (!mo_machine_call(m, s->value, results))
		return false;
	for (uint32_t i = 0; i < s->targets.n && i < f->results; i++)
		if (s->targets.at[i] && !assign(m, s->targets.at[i], &results[i]))
			return false;
	return true;
}

static bool resize(mo_machine *m, const sm_statement *s)
{
	uint32_t local = sx_at(m->c->pool, s->target)->payload;
	mo_array fresh = { .rank = s->targets.n, .n = 1, .dims = sb_new_array(m->arena, uint32_t, s->targets.n + 1) };
	for (uint32_t d = 0; d < s->targets.n; d++) {
		int64_t size;
		if (!mo_machine_integer(m, s->targets.at[d], &size))
			return false;
		fresh.dims[d] = size < 0 ? 0 : size > LARGEST ? LARGEST : (uint32_t)size;
		fresh.n *= fresh.dims[d];
		if (fresh.n > LARGEST)
			return false;
	}
	fresh.at = sb_new_array(m->arena, sx_value, fresh.n + 1);
	for (uint64_t i = 0; i < fresh.n; i++)
		fresh.at[i] = none_of(m->frame->function->locals.at[local].type);
	m->frame->locals[local] = fresh;
	return true;
}

/* -------------------------------------------------------------------- loops */

static flow run_if(mo_machine *m, const sm_statement *s)
{
	for (uint32_t i = 0; i < s->branches.n; i++) {
		sx_value holds = sx_value_bool(true);
		if (s->branches.at[i].condition && !mo_machine_scalar(m, s->branches.at[i].condition, &holds))
			return FAILED;
		if (holds.integer)
			return run_all(m, &s->branches.at[i].body);
	}
	return GO_ON;
}

static flow run_for(mo_machine *m, const sm_statement *s)
{
	int64_t from, to, step = 1;
	if (!mo_machine_integer(m, s->from, &from) || !mo_machine_integer(m, s->to, &to)
		|| (s->step && !mo_machine_integer(m, s->step, &step)))
		return FAILED;
	if (step == 0)
		return FAILED;
	mo_counter counter = { s->iterator, from, m->counters };
	m->counters = &counter;
	flow f = GO_ON;
	for (; f == GO_ON && (step > 0 ? counter.value <= to : counter.value >= to); counter.value += step)
		f = mo_machine_step(m) ? run_all(m, &s->branches.at[0].body) : FAILED;
	m->counters = counter.next;
	return f == LEAVE_LOOP ? GO_ON : f;
}

static flow run_while(mo_machine *m, const sm_statement *s)
{
	flow f = GO_ON;
	while (f == GO_ON) {
		sx_value holds;
		if (!mo_machine_step(m) || !mo_machine_scalar(m, s->branches.at[0].condition, &holds))
			return FAILED;
		if (!holds.integer)
			break;
		f = run_all(m, &s->branches.at[0].body);
	}
	return f == LEAVE_LOOP ? GO_ON : f;
}

static flow run_assert(mo_machine *m, const sm_statement *s)
{
	sx_value holds, text;
	if (!mo_machine_scalar(m, s->condition, &holds))
		return FAILED;
	if (holds.integer || s->level != 0)
		return GO_ON;
	bool said = s->value && mo_machine_scalar(m, s->value, &text) && text.string;
	sb_message *note = mo_machine_fail(m, "M0316", "an assertion of '%s' fails: %s", m->frame->function->name, said
		? text.string : "");
	if (note) {
		sb_also(note, s->span, "this assertion");
		sb_help(note, "call the function with arguments that it accepts");
	}
	return FAILED;
}

/* --------------------------------------------------------------- statements */

static flow run_one(mo_machine *m, const sm_statement *s)
{
	mo_array value;
	switch (s->kind) {
	case SM_ASSIGN: return mo_machine_array(m, s->value, &value) && assign(m, s->target, &value) ? GO_ON : FAILED;
	case SM_ASSIGN_CALL: return assign_call(m, s) ? GO_ON : FAILED;
	case SM_IF_DO: return run_if(m, s);
	case SM_FOR: return run_for(m, s);
	case SM_WHILE: return run_while(m, s);
	case SM_BREAK: return LEAVE_LOOP;
	case SM_RETURN: return LEAVE_FUNCTION;
	case SM_ASSERT_DO: return run_assert(m, s);
	case SM_RESIZE: return resize(m, s) ? GO_ON : FAILED;
	case SM_EVALUATE: return mo_machine_array(m, s->value, &value) ? GO_ON : FAILED;
	default: return FAILED;
	}
}

static flow run_all(mo_machine *m, const sm_statements *body)
{
	for (uint32_t i = 0; i < body->n; i++) {
		if (!mo_machine_step(m))
			return FAILED;
		flow f = run_one(m, body->at[i]);
		if (f != GO_ON)
			return f;
	}
	return GO_ON;
}

/* -------------------------------------------------------------------- calls */

static bool empty_array(mo_machine *m, const sm_local *local, mo_array *out)
{
	*out = (mo_array){ .rank = local->rank, .dims = sb_new_array(m->arena, uint32_t, local->rank + 1) };
	out->at = sb_new_array(m->arena, sx_value, 1);
	return true;
}

static bool make_local(mo_machine *m, const sm_local *local, mo_array *out)
{
	if (local->flexible)
		return empty_array(m, local, out);
	out->rank = local->rank;
	out->dims = sb_new_array(m->arena, uint32_t, local->rank + 1);
	out->n = 1;
	for (uint32_t i = 0; i < local->rank; i++) {
		int64_t size;
		if (!mo_machine_integer(m, local->dims[i], &size))
			return false;
		out->dims[i] = size < 0 ? 0 : size > LARGEST ? LARGEST : (uint32_t)size;
		out->n *= out->dims[i];
		if (out->n > LARGEST)
			return false;
	}
	out->at = sb_new_array(m->arena, sx_value, out->n + 1);
	sx_value first = none_of(local->type);
	if (local->binding && !mo_machine_scalar(m, local->binding, &first))
		return false;
	for (uint64_t i = 0; i < out->n; i++)
		out->at[i] = as_type(first, local->type);
	return true;
}

static bool run_body(mo_machine *m, const sm_function *f, mo_frame *frame, mo_array *args)
{
	for (uint32_t i = 0; i < f->args; i++) {
		frame->locals[i] = args[i];
		frame->locals[i].at = sb_new_array(m->arena, sx_value, args[i].n + 1);
		for (uint64_t k = 0; k < args[i].n; k++)
			frame->locals[i].at[k] = as_type(args[i].at[k], f->locals.at[i].type);
	}
	for (uint32_t i = f->args; i < f->locals.n; i++)
		if (!make_local(m, &f->locals.at[i], &frame->locals[i]))
			return false;
	return run_all(m, &f->body) != FAILED && run_all(m, &f->last) != FAILED;
}

static bool run(mo_machine *m, const sm_function *f, mo_array *args, mo_array *results)
{
	/* without need nothing is called that might do something */
	if (f->external || (f->impure && m->quiet) || m->calls >= DEEPEST_CALL) {
		sb_message *note = mo_machine_fail(m, "M0316", f->external
			? "'%s' is an external function, which runs only in a simulation" : "'%s' calls itself too often", f->name);
		if (note)
			sb_help(note, "give the value directly, or use a function written in Modelica");
		return false;
	}
	mo_frame frame = { f, sb_new_array(m->arena, mo_array, f->locals.n + 1) };
	mo_frame *frame_around = m->frame;
	const mo_counter *counters = m->counters;
	m->frame = &frame;
	m->counters = NULL;
	m->calls++;
	bool good = run_body(m, f, &frame, args);
	m->calls--;
	m->frame = frame_around;
	m->counters = counters;
	for (uint32_t i = 0; i < f->results; i++)
		results[i] = frame.locals[f->args + i];
	return good;
}

/* ----------------------------------------------------------------- external functions */

static sx_ref literal_of(mo_context *c, const mo_array *value, sx_type type)
{
	sx_ref *elements = sb_new_array(c->arena, sx_ref, value->n + 1);
	for (uint64_t i = 0; i < value->n; i++) {
		const sx_value *v = &value->at[i];
		elements[i] = v->type == SX_REAL ? sx_real(c->pool, v->real) : v->type == SX_STRING ? sx_string(c->pool, v->string)
			: v->type == SX_BOOLEAN ? sx_bool(c->pool, v->integer != 0) : sx_int(c->pool, v->integer);
	}
	return value->rank ? sx_array(c->pool, type, value->dims, value->rank, elements, (uint32_t)value->n) : sx_cast(c->pool, elements[0], type);
}

static bool has_objects(const sm_function *f)
{
	for (uint32_t i = 0; i < f->locals.n; i++)
		if (f->locals.at[i].object)
			return true;
	return f->destructor != 0;
}

/* Results of calls with the same arguments are kept: a size and each element may ask for them. */
static bool known_results(mo_machine *m, const sm_function *f, sx_ref call, mo_array *results, uint64_t count)
{
	mo_context *c = m->c;
	uint64_t at = 0;
	sb_map *before = &mo_evaluation_of(c)->run_before;
	sx_value *values = sb_map_find(before, (void *)(uintptr_t)call);
	if (!values) {
		const char *why = NULL;
		uint32_t n = 0;
		for (uint32_t i = 0; i < f->results; i++)
			n += results[i].rank;
		uint32_t *dims = sb_new_array(c->arena, uint32_t, n + 1);
		n = 0;
		for (uint32_t i = 0; i < f->results; i++)
			for (uint32_t d = 0; d < results[i].rank; d++)
				dims[n++] = results[i].dims[d];
		values = sb_new_array(c->arena, sx_value, count + 1);
		mo_list_folders(c->library, c->model);
		if (!c->library->run(c->arena, &(sf_external_call){ c->model, call, dims, values }, &why)) {
			sb_message *note = mo_machine_fail(m, "M0316", "%s", why ? why : f->name);
			if (note)
				sb_help(note, "it is called while the model is translated, because something that must be known by then depends on it");
			return false;
		}
		sb_map_set(before, (void *)(uintptr_t)call, values);
	}
	for (uint32_t i = 0; i < f->results; i++)
		for (uint64_t k = 0; k < results[i].n; k++)
			results[i].at[k] = values[at++];
	return true;
}

static bool run_external(mo_machine *m, uint32_t function, mo_array *args, mo_array *results)
{
	mo_context *c = m->c;
	const sm_function *f = c->model->functions.at[function];
	sx_ref *literals = sb_new_array(m->arena, sx_ref, f->args + 1);
	mo_frame frame = { f, sb_new_array(m->arena, mo_array, f->locals.n + 1) };
	mo_frame *around = m->frame;
	uint64_t count = 0;
	bool good = true;

	for (uint32_t i = 0; i < f->args; i++) {
		frame.locals[i] = args[i];
		if (!(literals[i] = literal_of(c, &args[i], f->locals.at[i].type)))
			return false;
	}
	m->frame = &frame;
	for (uint32_t i = 0; i < f->results && good; i++) {
		sm_local shape = f->locals.at[f->args + i];
		shape.binding = 0;
		good = make_local(m, &shape, &results[i]);
		count += results[i].n;
	}
	m->frame = around;
	return good && count && known_results(m, f, sx_call(c->pool, function, f->locals.at[f->args].type, literals, f->args), results, count);
}

bool mo_machine_call(mo_machine *m, sx_ref call, mo_array *results)
{
	sx_pool *pool = m->c->pool;
	const sm_function *f = m->c->model->functions.at[sx_at(pool, call)->payload];
	if (sx_at(pool, call)->count != f->args)
		return false;
	if (!mo_is_complete(m->c, f)) {
		sb_message *said = mo_machine_fail(m, "M0539", "%s needs a value of '%s' before this function is complete",
			m->what ? m->what : "this", f->name);
		if (said)
			sb_help(said, "sizes and constants inside of a function cannot depend on a call of the function itself");
		return false;
	}
	mo_array *args = sb_new_array(m->arena, mo_array, f->args + 1);
	for (uint32_t i = 0; i < f->args; i++)
		if (!mo_machine_array(m, sx_arg(pool, call, i), &args[i]))
			return false;
	if (f->external && !m->quiet && m->c->library && m->c->library->run && !has_objects(f))
		return mo_machine_step(m) && run_external(m, sx_at(pool, call)->payload, args, results);
	return mo_machine_step(m) && run(m, f, args, results);
}
