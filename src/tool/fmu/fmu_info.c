/* saltus fmu info: the description of an FMU for people. */
#include "tool/fmu/tool_fmu.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void print_line(const char *name, const char *value)
{
	if (value && *value)
		printf("%-16s%s\n", name, value);
}

static void add_flag(sb_text *out, bool is, const char *name)
{
	if (is)
		sb_addf(out, "%s%s", out->n ? ", " : "", name);
}

static void print_interface(const char *name, const fi_interface *i)
{
	sb_text can = {0};
	if (!i->there)
		return;
	add_flag(&can, i->gets_state, "gets and sets its state");
	add_flag(&can, i->serializes, "writes its state");
	add_flag(&can, i->directional, "directional derivatives");
	add_flag(&can, i->adjoint, "adjoint derivatives");
	add_flag(&can, i->variable_step, "variable steps");
	add_flag(&can, i->interpolates, "interpolates inputs");
	add_flag(&can, i->event_mode, "event mode");
	add_flag(&can, i->returns_early, "returns early");
	add_flag(&can, i->execution_tool, "needs its tool");
	add_flag(&can, i->nested_once, "once in a process");
	printf("%-16s%s%s%s\n", name, i->identifier ? i->identifier : "", can.n ? ": " : "", can.n ? can.at : "");
	sb_text_free(&can);
}

static void print_experiment(const fi_description *d)
{
	static const char *const names[] = {"from", "to", "tolerance", "step"};
	const double values[] = {d->start, d->stop, d->tolerance, d->step};
	sb_text line = {0};
	for (int i = 0; i < 4; i++)
		if (!isnan(values[i]))
			sb_addf(&line, "%s%s %g", line.n ? ", " : "", names[i], values[i]);
	print_line("experiment", line.at);
	sb_text_free(&line);
}

static void add_start(const fi_variable *v, sb_text *out)
{
	for (uint32_t i = 0; i < v->starts && i < 4; i++) {
		sb_add(out, i ? " " : "= ");
		if (v->texts)
			sb_addf(out, "\"%.40s\"", v->texts[i]);
		else if (v->type == FI_BOOLEAN)
			sb_add(out, v->start[i] ? "true" : "false");
		else
			sb_add_real(out, v->start[i]);
	}
	sb_add(out, v->starts > 4 ? " ..." : "");
}

static void print_variable(const fi_description *d, const fi_variable *v)
{
	sb_text name = {0}, start = {0};
	sb_add(&name, v->name);
	for (uint32_t k = 0; k < v->rank; k++)
		sb_addf(&name, "%s%u", k ? ", " : "[", v->shape[k]);
	sb_add(&name, v->rank ? "]" : "");
	add_start(v, &start);
	printf("  %-24s %-11s %-20s %-11s %-10s %s%s%s\n", name.at, fi_type_names[v->type],
		   fi_causality_names[v->causality], fi_variability_names[v->variability], v->unit ? v->unit : "",
		   start.at ? start.at : "", v->derivative != FI_NONE ? "derivative of " : "",
		   v->derivative != FI_NONE ? d->variables.at[v->derivative].name : "");
	sb_text_free(&name);
	sb_text_free(&start);
}

static void print_dependencies(const fi_description *d)
{
	for (uint32_t i = 0; i < d->outputs.n; i++) {
		const fi_unknown *u = &d->outputs.at[i];
		printf("%s  %s:", i ? "" : "outputs depend on\n", d->variables.at[u->variable].name);
		for (uint32_t k = 0; k < u->n; k++)
			printf(" %s", d->variables.at[u->on[k]].name);
		printf("%s\n", u->all ? " everything (it does not say)" : u->n ? "" : " nothing");
	}
}

void tool_print_fmu(const fi_archive *a)
{
	const fi_description *d = a->d;
	sb_text platforms = {0};
	fi_platforms(a, &platforms);
	print_line("model", d->name);
	print_line("about", d->description);
	print_line("version", d->model_version);
	printf("%-16s%s\n", "FMI", d->version_text);
	print_line("made by", d->tool);
	print_line("on", d->date);
	print_line("author", d->author);
	print_line("copyright", d->copyright);
	print_line("licence", d->licence);
	print_line("token", d->token);
	print_interface("model exchange", &d->exchange);
	print_interface("co-simulation", &d->cosimulation);
	print_interface("scheduled", &d->scheduled);
	printf("%-16s%s%s\n", "libraries for", platforms.n ? platforms.at + 1 : "nothing",
		   fi_has_sources(a) ? "; and sources" : "");
	print_experiment(d);
	printf("%-16s%u states, %u event indicators, %u variables\n", "has", d->states, d->indicator_count,
			d->variables.n);
	for (uint32_t i = 0; i < d->variables.n; i++)
		print_variable(d, &d->variables.at[i]);
	print_dependencies(d);
	sb_text_free(&platforms);
}
