/* What `saltus check` says about processes, events with arguments, experiments, and what they share. */
#include "structure/describe/describe.h"
#include "model/print/print.h"

static void item(sb_text *out, const char *heading, uint32_t *count, const char *name)
{
	if (*count == 0)
		sb_addf(out, "  %s: %s", heading, name);
	else if (*count < 12)
		sb_addf(out, ", %s", name);
	else if (*count == 12)
		sb_add(out, ", ...");
	++*count;
}

static void list_kind(const sm_model *m, sm_routine_kind kind, const char *heading, sb_text *out)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < m->routines.n; i++)
		if (m->routines.at[i].kind == kind)
			item(out, heading, &count, m->routines.at[i].name);
	sb_add(out, count ? "\n" : "");
}

static void list_resources(const sm_model *m, sm_resource_kind kind, const char *heading, sb_text *out)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < m->resources.n; i++)
		if (m->resources.at[i].kind == kind)
			item(out, heading, &count, m->resources.at[i].name);
	sb_add(out, count ? "\n" : "");
}

static void list_waits(const ss_plan *plan, bool moving, const char *heading, sb_text *out)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < plan->waits.n; i++) {
		const struct ss_wait *wait = &plan->waits.at[i];
		sb_text text = {0};
		if (wait->moving != moving)
			continue;
		if (wait->locals)
			sb_addf(&text, "a condition of '%s'", plan->model->routines.at[wait->routine].name);
		else
			sm_print_expr(plan->model, wait->condition, &text);
		item(out, heading, &count, text.at);
		sb_text_free(&text);
	}
	sb_add(out, count ? "\n" : "");
}

void ss_describe_routines(const ss_plan *plan, sb_text *out)
{
	const sm_model *m = plan->model;
	uint32_t count = 0;

	list_kind(m, SM_PROCESS, "processes", out);
	list_kind(m, SM_HAPPENING, "events", out);
	list_kind(m, SM_EXPERIMENT, "experiments", out);
	list_resources(m, SM_FACILITY, "facilities", out);
	list_resources(m, SM_STORAGE, "storages", out);
	list_resources(m, SM_GATE, "gates", out);
	list_resources(m, SM_SET, "sets", out);
	for (uint32_t i = 0; i < m->statistics.n; i++)
		item(out, "statistics", &count, m->statistics.at[i].name);
	sb_add(out, count ? "\n" : "");
	list_waits(plan, true, "waited for and searched for within steps", out);
	list_waits(plan, false, "waited for", out);
}
