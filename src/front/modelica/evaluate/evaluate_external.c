/* Calls while a model is translated: functions that are not complete yet, and external functions, which somebody else
 * runs. */
#include "front/modelica/evaluate/evaluate_inside.h"

#include "expr/value.h"

bool mo_may_call(sm_machine *m, const sm_function *f)
{
	const mo_question *q = m->context;
	if (mo_is_complete(q->c, f))
		return true;
	sb_message *said = mo_no_answer(q, "M0539", "%s needs a value of '%s' before this function is complete",
									q->what ? q->what : "this", f->name);
	if (said)
		sb_help(said, "sizes and constants inside a function cannot depend on a call of the same function");
	return false;
}

static sx_ref literal_of(mo_context *c, const sm_array *value, sx_type type)
{
	sx_ref *elements = sb_new_array(c->arena, sx_ref, value->n + 1);
	for (uint32_t i = 0; i < value->n; i++) {
		const sx_value *v = &value->at[i].is;
		elements[i] = v->type == SX_REAL      ? sx_real(c->pool, v->real)
					  : v->type == SX_STRING  ? sx_string(c->pool, v->string)
			: v->type == SX_BOOLEAN ? sx_bool(c->pool, v->integer != 0) : sx_int(c->pool, v->integer);
	}
	return value->rank ? sx_array(c->pool, type, value->dims, value->rank, elements, value->n)
					   : sx_cast(c->pool, elements[0], type);
}

static bool has_objects(const sm_function *f)
{
	for (uint32_t i = 0; i < f->locals.n; i++)
		if (f->locals.at[i].object)
			return true;
	return f->destructor != 0;
}

/* Results of calls with the same arguments are kept: a size and each element may ask for them. */
static bool known_results(const mo_question *q, const sm_function *f, sx_ref call, sm_array *results, uint64_t count)
{
	mo_context *c = q->c;
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
		if (!c->library->run(c->arena, &(sm_external_call){ c->model, call, dims, values }, &why)) {
			sb_message *note = mo_no_answer(q, "M0316", "%s", why ? why : f->name);
			if (note)
				sb_help(note, "it is called during translation, because something that must be known before the run "
							  "depends on it");
			return false;
		}
		sb_map_set(before, (void *)(uintptr_t)call, values);
	}
	for (uint32_t i = 0; i < f->results; i++)
		for (uint32_t k = 0; k < results[i].n; k++)
			results[i].at[k] = (sm_value){ true, values[at++] };
	return true;
}

static bool run_external(sm_machine *m, uint32_t function, const sm_array *args, sm_array *results)
{
	const mo_question *q = m->context;
	mo_context *c = q->c;
	const sm_function *f = c->model->functions.at[function];
	sx_ref *literals = sb_new_array(m->arena, sx_ref, f->args + 1);
	uint64_t count = 0;

	for (uint32_t i = 0; i < f->args; i++)
		if (!(literals[i] = literal_of(c, &args[i], f->locals.at[i].type)))
			return false;
	for (uint32_t i = 0; i < f->results; i++) {
		sm_local shape = f->locals.at[f->args + i];
		shape.binding = 0;
		results[i] = sm_eval_local_of(m, f, args, &shape);
		if (results[i].open)
			return false;
		count += results[i].n;
	}
	return count && known_results(q, f, sx_call(c->pool, function, f->locals.at[f->args].type, literals, f->args),
								  results, count);
}

/* Without need nothing is called that might do something. */
sm_run_answer mo_run_function(sm_machine *m, uint32_t function, const sm_array *args, sm_array *results)
{
	const mo_question *q = m->context;
	const sm_function *f = m->model->functions.at[function];
	if (f->external && !q->quiet && q->c->library && q->c->library->run && !has_objects(f))
		return run_external(m, function, args, results) ? SM_WAS_RUN : SM_NOT_RUN;
	if (!f->external && !(f->impure && q->quiet))
		return SM_RUN;
	sb_message *note =
		mo_no_answer(q, "M0316", "'%s' is an external function, which runs only in a simulation", f->name);
	if (note)
		sb_help(note, "give the value directly, or use a function written in Modelica");
	return SM_NOT_RUN;
}
