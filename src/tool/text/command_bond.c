/* saltus bond: a model as a bond graph, and what its causality tells. */
#include "bond/check/bond_check.h"
#include "tool/text/tool_text.h"
#include <math.h>
#include <string.h>

typedef struct job { const tool_options *o; st_model *m; sb_arena *arena; bg_graph *g; } job;

static sx_givens given_values(job *j)
{
	sx_givens list = {0};
	for (uint32_t i = 0; i < j->m->values.n; i++)
		sb_push(j->arena, list, ((sx_given){j->m->values.at[i].scalar, j->m->values.at[i].number}));
	return list;
}

static void print_text(job *j)
{
	sb_text text = {0};
	bg_list(j->g, &text);
	if (j->o->bond.equations)
		bg_list_equations(j->g, &text);
	if (!j->o->quiet)
		fwrite(text.at, 1, text.n, stdout);
	sb_text_free(&text);
}

static void print_json(job *j, bool good)
{
	sb_text text = {0}, messages = {0};
	sb_json json = {.out = &text};
	sb_json_open(&json, NULL, '{');
	sb_json_string(&json, "model", j->m->flat ? j->m->flat->name : j->o->file);
	sb_json_string(&json, "status", good ? "good" : "failed");
	if (j->g)
		bg_list_json(j->g, j->o->bond.equations, &json);
	sb_render_json(j->m->diag, 0, &messages);
	sb_json_raw(&json, "messages", messages.at);
	sb_json_close(&json, '}');
	printf("%s\n", text.at);
	sb_text_free(&text);
	sb_text_free(&messages);
}

static bool analyse(job *j)
{
	sx_givens *given = sb_new(j->arena, sx_givens);        /* the graph asks for them as long as it is there */
	sb_diag *diag = j->m->diag;
	*given = given_values(j);
	j->g = j->m->flat && !sb_errors(diag) ? bg_analyse(j->arena, j->m->flat, given, diag) : NULL;
	if (!j->g)
		return false;
	bg_diagnose(j->g, diag, j->o->bond.strict);
	return !sb_errors(diag);
}

/* False after a message. */
static bool compare(job *j)
{
	enum { POINTS = 20 };
	static const double SMALL = 1e-6;
	st_options options = tool_load_options(j->o, ST_CODE, ST_OWN_C);
	st_model *m = st_load(j->o->file, j->o->class_name, &options);
	bg_comparison c = {0};
	bool good = m->program && !sb_errors(m->diag);
	if (!good)
		tool_print_messages(m->diag, j->o->quiet);
	else if (j->g->skipped.n) {
		sb_help(sb_report(j->m->diag, SB_ERROR, "B0021", (sb_span){0}, "the state equations of the graph cannot be "
			"compared with those of the model: '%s' is not in the graph", j->g->skipped.at[0]),
			"a warning above says why");
	} else if (!bg_compare(j->g, m, POINTS, &c)) {
		sb_help(sb_report(j->m->diag, SB_ERROR, "B0021", (sb_span){0}, "the state equations of the graph cannot be "
			"compared with those of the model%s%s", c.unknown ? ": nothing tells the value of " : "",
			c.unknown ? c.unknown : ""), "run the model with saltus run to see whether it can be simulated");
	} else if (c.largest > SMALL) {
		sb_help(sb_report(j->m->diag, SB_ERROR, "B0020", (sb_span){0}, "the graph and the model differ: '%s' is "
			"%.10g by the graph and %.10g by the model", c.name, c.graph, c.model),
			"please report this with the model");
	} else if (!j->o->json && !j->o->quiet)
		printf("\ncompared with the equations of the model at %u points: %u values, largest relative difference %.1e\n",
			   c.points, c.values, c.largest);
	st_free(m);
	return good && !sb_errors(j->m->diag);
}

static bool draw(job *j)
{
	for (uint32_t i = 0; i < j->o->outputs.n; i++) {
		if (!bg_draw(j->g, j->o->outputs.at[i], j->m->diag))
			return false;
		if (!j->o->quiet && !j->o->json)
			printf("wrote %s\n", j->o->outputs.at[i]);
	}
	return true;
}

/* False after a message. */
static bool write_devs(job *j)
{
	double quantum = isnan(j->o->run.quantum) ? 1e-3 : j->o->run.quantum;
	bg_quanta q = {quantum, isnan(j->o->run.hysteresis) ? quantum : j->o->run.hysteresis};
	st_options options = tool_load_options(j->o, ST_CODE, ST_OWN_C);
	st_model *m = st_load(j->o->file, j->o->class_name, &options);
	double *starts = sb_new_array(j->arena, double, j->g->nodes.n + 1);
	bool good = m->program && !sb_errors(m->diag) && bg_starts(j->g, m, starts);
	if (!good)
		tool_print_messages(m->diag, j->o->quiet);
	for (uint32_t i = 0; i < j->o->bond.devs.n && good; i++) {
		good = bg_write_devs(j->g, j->o->bond.devs.at[i], &q, starts, j->m->diag);
		if (good && !j->o->quiet && !j->o->json)
			printf("wrote %s\n", j->o->bond.devs.at[i]);
	}
	st_free(m);
	return good;
}

static int show(const tool_options *o)
{
	st_options options = tool_load_options(o, ST_FLAT, ST_OWN_C);
	job j = {.o = o, .m = st_load(o->file, o->class_name, &options), .arena = sb_arena_new()};
	bool good = analyse(&j);
	if (j.g && !o->json)
		print_text(&j);
	if (j.g && o->bond.compare && j.g->causal)
		good = compare(&j) && good;
	tool_guard_phase(TOOL_FINISHING);
	if (j.g)
		good = draw(&j) && (!o->bond.devs.n || write_devs(&j)) && good;
	if (o->json)
		print_json(&j, good);
	if (!o->json)
		tool_print_messages(j.m->diag, o->quiet);
	st_free(j.m);
	sb_arena_free(j.arena);
	return good && fflush(stdout) == 0 && !ferror(stdout) ? TOOL_DONE : TOOL_FAILED;
}

int tool_bond(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	int status;
	if (!tool_parse(arena, diag, argc, argv, TOOL_COMMON | TOOL_BOND, "bond", &o)) {
		status = tool_usage(diag, "bond");
	} else {
		tool_guard(&o);
		status = tool_guard_status(show(&o));
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	return status;
}
