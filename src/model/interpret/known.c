/* Questions to the interpreter of those who analyse a model; nothing is reported, because nobody has asked for a value.
 */
#include "model/interpret/known.h"

enum { MOST_STEPS = 2000000, DEEPEST = 400, DEEPEST_CALL = 60, LARGEST = 1 << 16 };

static bool ask_variable(sm_machine *m, sx_ref var, sx_value *out)
{
	sm_knower *k = m->context;
	return sm_scalar_of(k->model, var) != UINT32_MAX && k->variable(k->context, var, out);
}

static bool ask_element(sm_machine *m, uint32_t number, uint32_t at, sx_value *out)
{
	sm_knower *k = m->context;
	return k->variable(k->context, sm_ref_at(k->model, number, at), out);
}

static const sm_machine_asks asks = { .variable = ask_variable, .element = ask_element };

static sm_machine machine_of(sm_knower *k)
{
	return (sm_machine){ .model = k->model, .arena = k->arena, .asks = &asks, .context = k, .most_depth = DEEPEST,
		.most_calls = DEEPEST_CALL, .most_elements = LARGEST, .steps = &k->steps, .done = &k->calls };
}

sm_knower sm_knower_new(const sm_model *model, sb_arena *arena, bool (*variable)(void *, sx_ref, sx_value *),
						void *context)
{
	return (sm_knower){ model, arena, variable, context, MOST_STEPS, sb_map_new(arena) };
}

bool sm_known(sm_knower *k, sx_ref e, sx_value *out)
{
	sm_machine m = machine_of(k);
	return sm_eval(&m, e, out);
}

