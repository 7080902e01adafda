/* External functions while a model is translated: a size may come from a file.
 *
 * The call becomes a model of its own, with nothing in it but the results: (r1, r2) = f(literals). That model goes the
 * way of any other, to machine code, and what it computes before a run would begin are the values. So there is one way
 * to call an external function, with all that belongs to it: libraries, included C, errors that do not return, Strings,
 * files of packages. */
#include "structure/structure.h"
#include "external/external.h"
#include "base/whole.h"
#include "code/compile/compile.h"
#include "model/interpret/interpret.h"
#include <string.h>

typedef struct trial {
	sb_arena *arena;
	sb_diag *diag;
	sm_model *model;
	sc_program *program;
	sc_data *d;
	sc_objects *objects;
} trial;

static bool see_variable(void *context, const sx_pool *pool, sx_ref e)
{
	bool *found = context;
	*found = *found || sx_op_of(pool, e) == SX_VAR || sx_op_of(pool, e) == SX_CALL;
	return !*found;
}

static bool has_variables(const sm_model *m, sx_ref e)
{
	bool found = false;
	if (e)
		sx_visit(m->pool, e, see_variable, &found);
	return found;
}

/* A function that reads constants of the model, or calls others, would need these too. */
static bool is_alone(const sm_model *m, const sm_function *f)
{
	bool alone = f->last.n == 0;
	for (uint32_t i = 0; i < f->locals.n; i++) {
		alone = alone && !has_variables(m, f->locals.at[i].binding);
		for (uint32_t d = 0; d < f->locals.at[i].rank; d++)
			alone = alone && !has_variables(m, f->locals.at[i].dims[d]);
	}
	for (uint32_t i = 0; i < f->body.n; i++)
		alone = alone && f->body.at[i]->kind == SM_ASSIGN && !has_variables(m, f->body.at[i]->value);
	return alone;
}

/* The numbers of functions stay; all others are empty. */
static void leave_functions(sm_model *m, uint32_t kept)
{
	sm_function *empty = sb_new(m->arena, sm_function);
	empty->name = "empty";
	for (uint32_t i = 0; i < m->functions.n; i++)
		if (i != kept)
			m->functions.at[i] = empty;
}

static sm_model *model_of(const trial *t, const sm_external_call *call, uint32_t function)
{
	sm_model *m = sm_model_copy(t->arena, call->model, t->diag), bare = {0};
	bare.arena = m->arena;
	bare.names = m->names;
	bare.diag = m->diag;
	bare.pool = m->pool;
	bare.name = m->name;
	bare.description = "";
	bare.functions = m->functions;
	bare.folders = m->folders;
	bare.settings = m->settings;
	bare.by_name = sb_map_new(t->arena);
	*m = bare;
	leave_functions(m, function);
	return m;
}

static void add_results(sm_model *m, const sm_external_call *call, const sm_function *f)
{
	sm_equation *q = sm_equation_new(m, SM_CALL, f->span, "");
	const uint32_t *dims = call->dims;
	q->rhs = call->call;
	for (uint32_t i = 0; i < f->results; i++) {
		const sm_local *l = &f->locals.at[f->args + i];
		uint32_t v = sm_add_variable(m, sb_printf(m->arena, "r%u", i + 1), l->type, dims, l->rank);
		sm_edit(m, v)->variability = l->type == SX_REAL ? SM_CONTINUOUS : SM_DISCRETE;
		sb_push(m->arena, q->targets, sm_ref(m, v));
		dims += l->rank;
	}
	sb_push(m->arena, m->equations, q);
}

static bool compute(trial *t)
{
	ss_plan *plan = ss_analyse(t->arena, t->model);
	t->program = plan ? sc_compile(plan, &(sc_options){0}) : NULL;
	if (!t->program)
		return false;
	const sc_functions *f = sc_functions_of(t->program);
	t->objects = sc_objects_new();
	t->d = sc_data_new(t->program, t->diag);
	sc_set_objects(t->d, t->objects);
	t->d->initial = 1;
	f->parameters(t->d);
	if (!t->d->failed)
		f->starts(t->d);
	if (!t->d->failed)
		f->initial(t->d);
	if (t->d->failed)
		sc_report_failure(t->d);
	return sb_errors(t->diag) == 0;
}

static void read_values(const trial *t, sb_arena *arena, sx_value *values)
{
	for (uint32_t i = 0; i < t->model->variables.n; i++) {
		const sm_variable *v = &t->model->variables.at[i];
		for (uint32_t k = 0; k < v->count; k++) {
			uint32_t scalar = v->first + k;
			double number = v->type == SX_STRING ? 0 : sc_scalar_value(t->d, scalar);
			*values = (sx_value){.type = v->type, .real = number, .integer = v->type == SX_REAL ? 0 : sb_whole(number)};
			if (v->type == SX_STRING)
				values->string = sb_strdup(arena, sc_scalar_string(t->d, scalar));
			values++;
		}
	}
}

/* What it has said without failing is for the user, once: here it is left out, the run says it again. */
static const char *first_error(const sb_diag *diag, sb_arena *arena)
{
	for (uint32_t i = 0; i < sb_messages(diag); i++) {
		sb_message_view v = sb_message_at(diag, i);
		if (v.severity == SB_ERROR)
			return sb_printf(arena, "%s%s%s", v.text, v.note && *v.note ? "; " : "", v.note ? v.note : "");
	}
	return "it could not be made into machine code";
}

bool sc_call_external(sb_arena *arena, const sm_external_call *call, const char **why)
{
	uint32_t function = sx_at(call->model->pool, call->call)->payload;
	const sm_function *f = call->model->functions.at[function];
	if (!is_alone(call->model, f)) {
		*why = "it needs other functions or constants of the model";
		return false;
	}
	trial t = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	sb_diag_share(t.diag, call->model->diag);
	t.model = model_of(&t, call, function);
	add_results(t.model, call, f);
	bool good = compute(&t);
	if (good)
		read_values(&t, arena, call->values);
	else
		*why = first_error(t.diag, arena);
	if (t.objects)
		sc_objects_clear(t.objects);
	if (t.d)
		sc_data_free(t.d);
	if (t.objects)
		sc_objects_free(t.objects);
	if (t.program)
		sc_program_free(t.program);
	sb_diag_free(t.diag);
	sb_arena_free(t.arena);
	return good;
}

bool sc_call_own_external(sb_arena *arena, const sm_external_call *call, const char **why)
{
	const sm_function *f = call->model->functions.at[sx_at(call->model->pool, call->call)->payload];
	if (f->external && f->external->own && !sl_changes_things(f->external->symbol))
		return sc_call_external(arena, call, why);
	*why = sb_printf(arena,
					 "the C function '%s' must be executed for this value; 'check' does so only with --allow-external, "
					 "and 'run' only without --no-external",
					 f->external ? f->external->symbol : f->name);
	return false;
}
