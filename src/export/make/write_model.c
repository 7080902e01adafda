/* model.h and model.c. */
#include "export/make/export_make.h"
#include <math.h>
#include <string.h>

static void put_dims(const so_job *j, const si_variable *v, sb_text *out)
{
	for (uint32_t d = 0; d < v->rank; d++)
		sb_addf(out, "[%u]", j->image->numbers.at[v->shape + d]);
}

static void put_comment(const so_job *j, const si_variable *v, sb_text *out)
{
	const char *unit = v->measure ? si_word(j->image, j->image->units.at[v->measure].unit) : "";
	const char *about = si_word(j->image, v->description);
	if (about && *about && !strstr(about, "*/") && !strchr(about, '\n'))
		sb_addf(out, "  /* %s%s%s%s */", about, unit && *unit ? " [" : "", unit && *unit ? unit : "",
				unit && *unit ? "]" : "");
	else if (unit && *unit && !strstr(unit, "*/"))
		sb_addf(out, "  /* [%s] */", unit);
}

static void put_struct(const so_job *j, const so_fields *fields, const char *kind, sb_text *out)
{
	if (!fields->n)
		return;
	sb_addf(out, "typedef struct %s_%s {\n", j->name, kind);
	for (uint32_t k = 0; k < fields->n; k++) {
		const si_variable *v = si_var(j->image, fields->at[k].variable);
		sb_addf(out, "\t%s %s", so_field_type(j, v), fields->at[k].field);
		put_dims(j, v, out);
		sb_addc(out, ';');
		put_comment(j, v, out);
		sb_addc(out, '\n');
	}
	sb_addf(out, "} %s_%s;\n\n", j->name, kind);
}

static void put_room(const so_job *j, sb_text *out)
{
	rt_sizes s = rt_sizes_of(&j->counts);
	const char *n = j->name;
	sb_addf(out, "/* All values of a run. What stands behind `run` is for the runtime. */\n"
				 "typedef struct %s {\n\trt_run run;\n", n);
	if (j->parameters.n)
		sb_addf(out, "\t%s_parameters p;\n", n);
	if (j->inputs.n)
		sb_addf(out, "\t%s_inputs u;\n", n);
	if (j->outputs.n)
		sb_addf(out, "\t%s_outputs y;\n", n);
	sb_addf(out, "\trt_real reals[%zu];\n\tlong long wholes[%zu];\n", s.reals + 1, s.wholes + 1);
	sb_addf(out, "\tconst char *texts[%zu];\n\tuint32_t counts[%zu];\n", s.texts + 1, s.counts + 1);
	sb_addf(out, "\t_Alignas(16) unsigned char bytes[%zu];\n\tsc_dense factors[%u];\n", s.bytes + 1,
			j->counts.loops + 1);
	sb_addf(out, "\trt_history histories[%u];\n} %s;\n\n", j->counts.delays + 1, n);
}

static void put_prototypes(const so_job *j, sb_text *out)
{
	const char *n = j->name, *real = so_real_type(j);
	sb_addf(out, "/* First of all: the parameters get the values that the model gives them, the step its length. */\n"
				 "void %s_open(%s *m);\n", n, n);
	sb_addf(out, "/* Initial values, with the parameters and inputs as they are. RT_FAILED: %s_message says why. */\n"
				 "rt_status %s_initialise(%s *m, %s start);\n", n, n, n, real);
	sb_addf(out, "/* Outputs of the present time, with the inputs as they are. Changed inputs act as an event. */\n"
				 "rt_status %s_evaluate(%s *m);\n", n, n);
	sb_addf(out, "/* One step, with the inputs held, and outputs at its end. RT_TERMINATED: the model has ended. */\n"
				 "rt_status %s_step(%s *m);\n", n, n);
	sb_addf(out, "/* As many steps as lead to that time. */\nrt_status %s_advance(%s *m, %s until);\n", n, n, real);
	sb_addf(out, "/* For a solver of your own: the rates of the states at m->run.d.time and m->run.d.x. */\n"
				 "rt_status %s_derivatives(%s *m, %s *rates);\n", n, n, real);
	sb_addf(out, "/* ... and what is due, or has turned, at the present time. */\n"
				 "rt_status %s_event_update(%s *m);\n", n, n);
	sb_addf(out, "/* The last instant. */\nrt_status %s_finish(%s *m);\n", n, n);
	sb_addf(out, "/* A copy of all values, from which a run goes on to the same bits. */\n"
				 "void %s_save(const %s *m, %s *copy);\nvoid %s_restore(%s *m, const %s *copy);\n", n, n, n, n, n, n);
	sb_addf(out, "static inline const char *%s_message(const %s *m) { return m->run.message; }\n", n, n);
	sb_addf(out, "static inline %s %s_time(const %s *m) { return m->run.d.time; }\n", real, n, n);
}

void so_write_header(const so_job *j, sb_text *out)
{
	sb_addf(out, "/* Made by Saltus " SALTUS_VERSION " from %s. */\n", si_word(j->image, j->image->name));
	sb_addf(out, "#ifndef %s_H\n#define %s_H\n\n", j->name, j->name);
	if (j->o->single)
		sb_add(out, "#ifndef RT_SINGLE\n#define RT_SINGLE\n#endif\n");
	sb_add(out, "#include \"saltus_rt.h\"\n\n");
	sb_addf(out, "enum { %s_STATES = %u };\n\n", j->name, j->image->states);
	put_struct(j, &j->parameters, "parameters", out);
	put_struct(j, &j->inputs, "inputs", out);
	put_struct(j, &j->outputs, "outputs", out);
	put_room(j, out);
	put_prototypes(j, out);
	sb_add(out, "\n#endif\n");
}

/* ---- model.c */

static void put_place(si_place p, sb_text *out)
{
	static const char *const arrays[] = {"", "r", "i", "s", "x", "xd"};
	sb_addf(out, "d->%s[%u]", arrays[p.store], p.index);
}

static void put_in(const so_job *j, const char *what, const so_field *f, bool given, sb_text *out)
{
	const si_variable *v = si_var(j->image, f->variable);
	for (uint32_t k = 0; k < v->count; k++) {
		si_place p = si_place_of(j->image, v->first + k);
		sb_add(out, "\t");
		put_place(p, out);
		sb_add(out, " = ");
		sb_add(out, !p.negated ? "" : v->type == SI_TYPE_BOOLEAN ? "!" : "-");
		so_put_field(j, what, f, k, out);
		sb_add(out, v->type == SI_TYPE_BOOLEAN && !p.negated ? " != 0;\n" : ";\n");
		if (given)
			sb_addf(out, "\tm->run.given[%u] = 1;\n", si_parameter_number(j->image, v->first + k));
	}
}

static void put_out(const so_job *j, const char *what, const so_field *f, sb_text *out)
{
	const si_variable *v = si_var(j->image, f->variable);
	for (uint32_t k = 0; k < v->count; k++) {
		si_place p = si_place_of(j->image, v->first + k);
		sb_add(out, "\t");
		so_put_field(j, what, f, k, out);
		sb_add(out, " = ");
		if (p.store == SI_NOWHERE && v->type == SI_TYPE_REAL) {
			so_put_number(j, sc_scalar_value(j->d, v->first + k), out);
		} else if (p.store == SI_NOWHERE) {
			sb_addf(out, "%lld", (long long)sc_scalar_value(j->d, v->first + k));
		} else {
			sb_add(out, !p.negated ? "" : v->type == SI_TYPE_BOOLEAN ? "!" : "-");
			if (v->type == SI_TYPE_BOOLEAN)
				sb_add(out, "(int)");
			put_place(p, out);
		}
		sb_add(out, ";\n");
	}
}

static void open_function(const so_job *j, const char *name, bool reads, sb_text *out)
{
	sb_addf(out, "static void %s(%s *m)\n{\n", name, j->name);
	sb_add(out, reads ? "\tconst rt_data *d = &m->run.d;\n" : "\trt_data *d = &m->run.d;\n");
}

static void put_exchange(const so_job *j, sb_text *out)
{
	if (j->parameters.n) {
		open_function(j, "put_parameters", false, out);
		for (uint32_t k = 0; k < j->parameters.n; k++)
			put_in(j, "p", &j->parameters.at[k], true, out);
		sb_add(out, "}\n\n");
	}
	if (j->inputs.n) {
		open_function(j, "put_inputs", false, out);
		for (uint32_t k = 0; k < j->inputs.n; k++)
			put_in(j, "u", &j->inputs.at[k], false, out);
		sb_add(out, "}\n\n");
	}
	if (j->outputs.n) {
		open_function(j, "get_outputs", true, out);
		sb_text body = {0};
		for (uint32_t k = 0; k < j->outputs.n; k++)
			put_out(j, "y", &j->outputs.at[k], &body);
		if (!strstr(body.at, "d->"))
			sb_add(out, "\t(void)d;\n");
		sb_add(out, body.at);
		sb_text_free(&body);
		sb_add(out, "}\n\n");
	}
}

static void put_default(const so_job *j, const char *what, const so_field *f, sb_text *out)
{
	const si_variable *v = si_var(j->image, f->variable);
	for (uint32_t k = 0; k < v->count; k++) {
		double value = sc_scalar_value(j->d, v->first + k);
		sb_add(out, "\t");
		so_put_field(j, what, f, k, out);
		sb_add(out, " = ");
		if (v->type == SI_TYPE_REAL)
			so_put_number(j, value, out);
		else
			sb_addf(out, "%lld", (long long)value);
		sb_add(out, ";\n");
	}
}

/* Values that were given for the export and are no fields. */
static void put_given(const so_job *j, sb_text *out)
{
	for (uint32_t k = 0; k < j->m->values.n; k++) {
		uint32_t scalar = j->m->values.at[k].scalar, number = si_parameter_number(j->image, scalar);
		si_place p = si_place_of(j->image, scalar);
		bool field = false;
		for (uint32_t i = 0; i < j->parameters.n; i++) {
			const si_variable *v = si_var(j->image, j->parameters.at[i].variable);
			field = field || (scalar >= v->first && scalar < v->first + v->count);
		}
		if (field || number == UINT32_MAX || j->m->values.at[k].string || p.store == SI_NOWHERE)
			continue;
		double value = sc_scalar_value(j->d, scalar);
		sb_add(out, "\tm->run.");
		sb_text place = {0};
		put_place(p, &place);
		sb_addf(out, "d.%s = ", place.at + 3);
		sb_text_free(&place);
		if (p.store == SI_INT)
			sb_addf(out, "%lld", (long long)(p.negated ? -value : value));
		else
			so_put_number(j, p.negated ? -value : value, out);
		sb_addf(out, ";\n\tm->run.given[%u] = 1;\n", number);
	}
}

/* Nothing has to be looked for at the end of a step. */
static bool is_quiet(const so_job *j)
{
	const rt_model *c = &j->counts;
	return j->steps && !c->watches && !c->clocks && !c->bases && !c->events && !c->delays && !c->asserts && !c->actions;
}

static void put_model(const so_job *j, sb_text *out)
{
	const rt_model *c = &j->counts;
	static const char *const solvers[] = {"RT_EULER", "RT_HEUN", "RT_RK4", "RT_IMPLICIT", "RT_DOPRI",
		"RT_RODAS"};
	bool jacobian = c->jacobian > 0;
	sb_addf(out, "static const rt_functions functions = {\n\teq_parameters, eq_starts, eq_initial, eq_rates, eq_watch, "
				 "eq_outputs, eq_all, eq_functions,\n\teq_times, eq_actions, eq_asserts, eq_event, eq_event_when, "
				 "eq_clocks, eq_delays, %s, %s\n};\n\n", jacobian ? "eq_jacobian" : "NULL",
			j->steps ? "step_in_place" : "NULL");
	sb_add(out, "static const rt_model model = {\n\t.name = \"");
	sb_addf(out, "%s\",\n\t.functions = &functions,\n\t.solver = %s,\n\t.start = ", si_word(j->image, j->image->name),
			solvers[j->solver]);
	so_put_number(j, j->start, out);
	sb_add(out, ", .step = ");
	so_put_number(j, j->step, out);
	sb_add(out, ", .tolerance = ");
	so_put_number(j, j->tolerance, out);
	sb_addf(out, ",\n\t.states = %u, .reals = %u, .wholes = %u, .texts = %u, .pres = %u, .watches = %u, .clocks = %u,\n"
				 "\t.bases = %u, .parameters = %u, .loops = %u, .entries = %u, .unknowns = %u, .delays = %u,\n"
				 "\t.events = %u, .inputs = %u, .actions = %u, .asserts = %u, .jacobian = %u, .scratch = %u,\n"
				 "\t.letters = %u, .largest = %u, .squares = %u, .homotopy = %d, .quiet = %d, .sites = %u,\n",
			c->states, c->reals, c->wholes, c->texts, c->pres, c->watches, c->clocks, c->bases, c->parameters, c->loops,
			c->entries, c->unknowns, c->delays, c->events, c->inputs, c->actions, c->asserts, c->jacobian, c->scratch,
			c->letters, c->largest, c->squares, j->image->uses_homotopy && j->image->initial_iterates, is_quiet(j),
			c->sites);
	sb_add(out, "\t.watch = watches, .pre = pres, .clock = clocks, .base = bases, .loop = loops, .entry = entries,\n"
				"\t.nominal = nominals, .unit = units, .guess = guesses, .held = held, .delay = delays,\n"
				"\t.event = events, .input = inputs,\n"
				"\t.state_nominal = state_nominals, .column = columns, .row = rows, .assert_warns = assert_warns,\n"
				"\t.action_warns = action_warns,\n"
				"\t.action_site = action_sites, .assert_site = assert_sites, .site = sites,\n"
				"\t.known = known, .known_reals = known_reals, .known_wholes = known_wholes,\n"
				"\t.known_texts = known_texts,\n");
	sb_addf(out, "\t.knowns = %u, .table1 = tables_1, .table2 = tables_2, .table_time = tables_time,\n};\n\n",
			c->knowns);
}

static void put_calls(const so_job *j, sb_text *out)
{
	const char *n = j->name, *real = so_real_type(j);
	const char *inputs = j->inputs.n ? "\tput_inputs(m);\n" : "", *outputs = j->outputs.n ? "\tget_outputs(m);\n" : "";
	sb_addf(out, "static rt_room room_of(%s *m)\n{\n\trt_room room = { m->reals, m->wholes, m->texts, m->counts, "
				 "m->bytes, m->factors, m->histories };\n\treturn room;\n}\n\n", n);
	sb_addf(out, "void %s_open(%s *m)\n{\n\trt_open(&m->run, &model, room_of(m));\n", n, n);
	put_given(j, out);
	for (uint32_t k = 0; k < j->parameters.n; k++)
		put_default(j, "p", &j->parameters.at[k], out);
	for (uint32_t k = 0; k < j->inputs.n; k++)
		put_default(j, "u", &j->inputs.at[k], out);
	sb_add(out, "}\n\n");
	sb_addf(out, "rt_status %s_initialise(%s *m, %s start)\n{\n%s%s"
				 "\trt_status status = rt_initialise(&m->run, start);\n"
				 "\tif (status == RT_OK)\n\t\tstatus = rt_evaluate(&m->run);\n%s\treturn status;\n}\n\n",
			n, n, real, j->parameters.n ? "\tput_parameters(m);\n" : "", inputs, outputs);
	sb_addf(out, "rt_status %s_evaluate(%s *m)\n{\n%s\trt_status status = rt_see_inputs(&m->run);\n"
				 "\tif (status == RT_OK)\n\t\tstatus = rt_evaluate(&m->run);\n%s\treturn status;\n}\n\n",
			n, n, inputs, outputs);
	sb_addf(out, "rt_status %s_step(%s *m)\n{\n%s\trt_status status = rt_step(&m->run);\n%s\treturn status;\n}\n\n",
			n, n, inputs, outputs);
	sb_addf(out, "rt_status %s_advance(%s *m, %s until)\n{\n%s\trt_status status = rt_advance(&m->run, until);\n%s"
				 "\treturn status;\n}\n\n", n, n, real, inputs, outputs);
	sb_addf(out, "rt_status %s_derivatives(%s *m, %s *rates)\n{\n%s\trt_status status = rt_evaluate(&m->run);\n"
				 "\tfor (uint32_t k = 0; k < model.states; k++)\n\t\trates[k] = m->run.d.xd[k];\n%s"
				 "\treturn status;\n}\n\n",
			n, n, real, inputs, outputs);
	sb_addf(out, "rt_status %s_event_update(%s *m)\n{\n%s\trt_status status = rt_instant(&m->run);\n"
				 "\trt_restart(&m->run);\n%s\treturn status;\n}\n\n", n, n, inputs, outputs);
	sb_addf(out, "rt_status %s_finish(%s *m)\n{\n%s\trt_status status = rt_finish(&m->run);\n%s\treturn status;\n}\n\n",
			n, n, inputs, outputs);
	sb_addf(out, "void %s_save(const %s *m, %s *copy)\n{\n\t*copy = *m;\n\trt_copied(&copy->run, room_of(copy));\n}\n\n"
				 "void %s_restore(%s *m, const %s *copy)\n{\n\t*m = *copy;\n\trt_copied(&m->run, room_of(m));\n}\n",
			n, n, n, n, n, n);
}

void so_write_source(const so_job *j, sb_text *out)
{
	sb_addf(out, "/* Made by Saltus " SALTUS_VERSION " from %s.\n *\n"
				 " * d holds the values of a run: x states, xd their rates, r other Reals, i Integers and Booleans;\n"
				 " * pre_... left limits at events, latch conditions as they were at the last event. */\n",
			si_word(j->image, j->image->name));
	sb_add(out, "#include \"model.h\"\n\n#include <math.h>\n\n");
	if (*j->includes)
		sb_addf(out, "/* C of the model: annotations Include */\n%s\n", j->includes);
	sb_add(out, j->body);
	so_put_step(j, out);
	sb_add(out, "\n/* ---- tables */\n\n");
	sb_add(out, j->tables.at);
	put_model(j, out);
	sb_add(out, "/* ---- what is called from outside */\n\n");
	put_exchange(j, out);
	put_calls(j, out);
}
