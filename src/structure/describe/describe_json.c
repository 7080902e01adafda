/* What `saltus check --json` tells about a plan: the same as ss_describe, for programs. Lists are complete. */
#include "structure/structure.h"
#include "model/print/print.h"

static void add_scalar(const ss_plan *plan, sb_json *j, uint32_t scalar)
{
	sb_text name = {0};

	sm_scalar_name(plan->model, scalar, &name);
	sb_json_string(j, NULL, name.at);
	sb_text_free(&name);
}

static void add_scalars(const ss_plan *plan, sb_json *j, const char *key, const uint32_t *scalars, uint32_t n)
{
	sb_json_open(j, key, '[');
	for (uint32_t i = 0; i < n; i++)
		add_scalar(plan, j, scalars[i]);
	sb_json_close(j, ']');
}

static void add_place(const ss_plan *plan, sb_json *j, sb_span span)
{
	int line, column;

	sb_position(plan->model->diag, span, &line, &column);
	sb_json_string(j, "file", sb_source_path(plan->model->diag, span.source));
	sb_json_int(j, "line", line);
	sb_json_int(j, "column", column);
}

static void add_loop(const ss_plan *plan, sb_json *j, const ss_loop *b, const char *system)
{
	sb_json_open(j, NULL, '{');
	sb_json_string(j, "system", system);
	sb_json_bool(j, "linear", b->linear);
	sb_json_int(j, "size", b->members.n);
	sb_json_int(j, "iterated", b->linear ? 0 : b->n);
	sb_json_open(j, "members", '[');
	for (uint32_t i = 0; i < b->members.n; i++) {
		sb_text name = {0};
		sm_print_expr(plan->model, b->members.at[i], &name);
		sb_json_string(j, NULL, name.at);
		sb_text_free(&name);
	}
	sb_json_close(j, ']');
	sb_json_open(j, "equations", '[');
	for (uint32_t i = 0; i < b->equations.n; i++) {
		if (!b->equations.at[i])
			continue;
		sb_json_open(j, NULL, '{');
		add_place(plan, j, b->equations.at[i]->span);
		sb_json_string(j, "component", b->equations.at[i]->component ? b->equations.at[i]->component : "");
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
	sb_json_close(j, '}');
}

static void add_loops(const ss_plan *plan, sb_json *j, const ss_steps *steps, const char *system)
{
	for (uint32_t i = 0; i < steps->n; i++)
		if (steps->at[i].kind == SS_LOOP)
			add_loop(plan, j, plan->loops.at[steps->at[i].loop], system);
}

static void add_families(const ss_plan *plan, sb_json *j)
{
	sb_json_open(j, "families", '[');
	for (uint32_t i = 0; i < plan->families.n; i++) {
		const ss_family *f = &plan->families.at[i];
		sb_json_open(j, NULL, '{');
		sb_json_int(j, "equations", f->count);
		add_place(plan, j, f->origin->span);
		sb_json_bool(j, "whole", !f->why);
		if (f->why)
			sb_json_string(j, "why", f->why);
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
}

void ss_describe_json(const ss_plan *plan, sb_json *j)
{
	sb_json_open(j, "states", '[');
	for (uint32_t i = 0; i < plan->states; i++)
		add_scalar(plan, j, ss_state_scalar(plan, i));
	sb_json_close(j, ']');
	sb_json_open(j, "loops", '[');
	add_loops(plan, j, &plan->steps, "run");
	add_loops(plan, j, &plan->initial_steps, "initial");
	sb_json_close(j, ']');
	add_families(plan, j);
	sb_json_open(j, "initial", '{');
	add_scalars(plan, j, "assumed", plan->assumed.at, plan->assumed.n);
	add_scalars(plan, j, "guesses", plan->guesses.at, plan->guesses.n);
	sb_json_close(j, '}');
	sb_arena *scratch = sb_arena_new();
	sb_strings loose = {0};
	ss_loose_connectors(plan, scratch, &loose);
	sb_json_open(j, "unconnected", '[');
	for (uint32_t i = 0; i < loose.n; i++)
		sb_json_string(j, NULL, loose.at[i]);
	sb_json_close(j, ']');
	sb_arena_free(scratch);
}
