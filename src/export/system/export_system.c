/* The top level of a model as a system: parts, wires, the package. */
#include "export/system/export_system.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/zip.h"

/* A scalar of an interface; scalar: that of the whole model. */
typedef struct port { const char *name; uint32_t scalar; bool input; int type; } port;
typedef struct part { const char *name, *file; sb_vec(port) ports; const void *fmu; size_t length; } part;
/* From a port to a port; part 0: the system itself. */
typedef struct wire { uint32_t from, start, to, end; bool negated; } wire;
typedef struct constant { uint32_t part, port; double value; } constant;

struct so_system {
	st_model *whole;
	const si_image *image;
	sb_arena *arena;
	sb_diag *diag;
	sb_strings names;
	sb_vec(part) parts;                      /* the first one is the system */
	sb_vec(wire) wires;
	sb_vec(constant) constants;
};

/* ---- components */

/* The first name of a.b.c; NULL: it has one name only. Names in quotes may have dots. */
static const char *first_name(sb_arena *arena, const char *name)
{
	bool quoted = false;
	for (const char *at = name; *at; at++) {
		quoted ^= *at == '\'';
		if (*at == '.' && !quoted)
			return sb_strndup(arena, name, (size_t)(at - name));
	}
	return NULL;
}

static void find_names(so_system *s)
{
	for (uint32_t k = 0; k < s->image->variables.n && k < s->whole->plan->model->variables.n; k++) {
		const si_variable *v = si_var(s->image, k);
		const char *name = v->hidden || v->variability >= SI_PARAMETER ? NULL
						   : first_name(s->arena, si_word(s->image, v->name));
		for (uint32_t i = 0; name && i < s->names.n; i++)
			if (strcmp(s->names.at[i], name) == 0)
				name = NULL;
		if (name)
			sb_push(s->arena, s->names, name);
	}
}

static const char *scalar_name(so_system *s, const si_image *image, uint32_t scalar)
{
	sb_text text = {0};
	si_scalar_name(image, scalar, &text);
	const char *name = sb_strdup(s->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return name;
}

/* Inputs and outputs of a model, whose variables are called so in the whole model behind `prefix`. */
static bool add_ports(so_system *s, part *p, const st_model *m, const char *prefix)
{
	const si_image *image = sc_image(m->program);
	const sm_model *all = s->whole->plan->model;
	for (uint32_t k = 0; k < m->plan->model->variables.n && k < image->variables.n; k++) {
		const sm_variable *of = sm_var(m->plan->model, k);
		const si_variable *v = si_var(image, k);
		if (v->hidden || (of->causality != SM_INPUT && of->causality != SM_OUTPUT))
			continue;
		uint32_t there = sm_find(all, sb_printf(s->arena, "%s%s", prefix, si_word(image, v->name)));
		if (there == UINT32_MAX || there >= s->image->variables.n || si_var(s->image, there)->count != v->count) {
			sb_report(s->diag, SB_ERROR, "G0091", of->span, "'%s%s' is not a variable of the model whole", prefix,
					  si_word(image, v->name));
			return false;
		}
		for (uint32_t e = 0; e < v->count; e++)
			sb_push(s->arena, p->ports, ((port){scalar_name(s, image, v->first + e), si_var(s->image, there)->first + e,
				of->causality == SM_INPUT, (int)v->type}));
	}
	return true;
}

so_system *so_system_new(st_model *whole, sb_arena *arena)
{
	so_system *s = sb_new(arena, so_system);
	*s = (so_system){.whole = whole, .image = sc_image(whole->program), .arena = arena, .diag = whole->diag};
	find_names(s);
	sb_push(arena, s->parts, ((part){.name = ""}));
	return add_ports(s, &s->parts.at[0], whole, "") ? s : NULL;
}

const sb_strings *so_system_names(const so_system *s) { return &s->names; }

bool so_add_part(so_system *s, const char *name, const st_model *m, const void *fmu, size_t length)
{
	char *file = sb_printf(s->arena, "resources/%u_%s.fmu", s->parts.n, name);
	for (char *at = file + 10; *at; at++)
		*at = isalnum((unsigned char)*at) || *at == '.' ? *at : '_';
	part p = {.name = name, .file = file, .fmu = fmu, .length = length};
	bool good = add_ports(s, &p, m, sb_printf(s->arena, "%s.", name));
	sb_push(s->arena, s->parts, p);
	return good;
}

/* ---- wires */

static bool same_place(si_place a, si_place b) { return a.store == b.store && a.index == b.index; }

/* A value that goes straight through a component has the place of what it comes from: who does not take it himself is
 * its source. */
static bool takes(const so_system *s, const part *p, si_place place)
{
	for (uint32_t k = 0; k < p->ports.n; k++)
		if (p->ports.at[k].input && same_place(si_place_of(s->image, p->ports.at[k].scalar), place))
			return true;
	return false;
}

/* What gives the value of a place: an output of a component, or an input of the system. */
static bool find_source(const so_system *s, uint32_t asking, si_place place, wire *out)
{
	for (int through = 0; through < 2; through++)
		for (uint32_t i = 0; i < s->parts.n; i++)
			for (uint32_t k = 0; k < s->parts.at[i].ports.n; k++) {
				const part *p = &s->parts.at[i];
				si_place here = si_place_of(s->image, p->ports.at[k].scalar);
				if (p->ports.at[k].input != (i == 0) || i == asking || !same_place(here, place) ||
					(i && takes(s, p, place) != (through == 1)))
					continue;
				out->from = i;
				out->start = k;
				out->negated = here.negated != place.negated;
				return true;
			}
	return false;
}

static bool refuse(const so_system *s, const part *p, const port *at)
{
	uint32_t element, k = si_variable_of_scalar(s->image, at->scalar, &element);
	sb_message *m = sb_report(s->diag, SB_ERROR, "G0092", si_var(s->image, k)->span,
							  "%s '%s' of %s%s%s is computed by an equation of the top level",
							  at->input ? "the input" : "the output", at->name,
							  *p->name ? "the component '" : "the model", p->name, *p->name ? "'" : "");
	sb_note(m, "a package of SSP has components and connections, and no equations");
	sb_help(m, "put the equation into a component of its own, or export the model whole: -o FILE.fmu");
	return false;
}

/* Where an equation of the top level takes a variable from: a variable, with a sign, or a number (else NaN). */
typedef struct origin { uint32_t scalar; bool negated; double number; } origin;

static bool go_back(const so_system *s, origin *o)
{
	const ss_plan *plan = s->whole->plan;
	const ss_steps *lists[] = {&plan->steps, &plan->parameter_steps};
	const sx_pool *pool = plan->model->pool;
	uint32_t element, k = si_variable_of_scalar(s->image, o->scalar, &element);
	for (int l = 0; l < 2 && si_var(s->image, k)->count == 1; l++)
		for (uint32_t i = 0; i < lists[l]->n; i++) {
			const ss_step *step = &lists[l]->at[i];
			sx_ref value = step->value;
			if (step->kind != SS_ASSIGN || step->domain.n || step->when || sx_op_of(pool, step->target) != SX_VAR ||
				sx_at(pool, step->target)->payload != k)
				continue;
			for (; sx_op_of(pool, value) == SX_NEG; value = sx_arg(pool, value, 0))
				o->negated = !o->negated;
			if (sx_op_of(pool, value) == SX_CONST)
				o->number = sx_real_value(pool, value);
			else if (sx_op_of(pool, value) == SX_VAR && sx_at(pool, value)->payload < s->image->variables.n &&
					 si_var(s->image, sx_at(pool, value)->payload)->count == 1)
				o->scalar = si_var(s->image, sx_at(pool, value)->payload)->first;
			else
				return false;
			return true;
		}
	return false;
}

static bool is_parameter(const so_system *s, uint32_t scalar)
{
	uint32_t element, k = si_variable_of_scalar(s->image, scalar, &element);
	return si_place_of(s->image, scalar).store == SI_NOWHERE || si_var(s->image, k)->variability >= SI_PARAMETER ||
		   si_parameter_number(s->image, scalar) != UINT32_MAX;
}

/* What goes into a component, and what comes out of the system. */
static bool connect(so_system *s, uint32_t number, uint32_t which, const sc_data *d)
{
	enum { MOST_HOPS = 1000 };
	const part *p = &s->parts.at[number];
	const port *at = &p->ports.at[which];
	origin o = {.scalar = at->scalar, .number = NAN};
	if (at->input == (number == 0))
		return true;
	for (int hop = 0; hop < MOST_HOPS; hop++) {
		si_place place = si_place_of(s->image, o.scalar);
		wire w = {.to = number, .end = which};
		if (place.store != SI_NOWHERE && isnan(o.number) && find_source(s, number, place, &w)) {
			w.negated ^= o.negated;
			sb_push(s->arena, s->wires, w);
			return !w.negated || at->type == SI_TYPE_REAL || refuse(s, p, at);
		}
		if (number && (!isnan(o.number) || is_parameter(s, o.scalar))) {
			double value = isnan(o.number) ? sc_scalar_value(d, o.scalar) : o.number;
			sb_push(s->arena, s->constants, ((constant){number, which, o.negated ? -value : value}));
			return true;
		}
		if (!go_back(s, &o))
			break;
	}
	return refuse(s, p, at);
}

static bool connect_all(so_system *s)
{
	sc_data *d = sc_data_new(s->whole->program, s->diag);
	bool good = true;
	for (uint32_t k = 0; k < s->whole->values.n; k++)
		if (!s->whole->values.at[k].string)
			sc_set_scalar(d, s->whole->values.at[k].scalar, s->whole->values.at[k].number);
	sc_functions_of(s->whole->program)->parameters(d);
	sc_functions_of(s->whole->program)->starts(d);
	for (uint32_t i = 0; i < s->parts.n; i++)
		for (uint32_t k = 0; k < s->parts.at[i].ports.n; k++)
			good &= connect(s, i, k, d);
	const part *outside = &s->parts.at[0];           /* inputs of the system begin with their start values */
	for (uint32_t k = 0; k < outside->ports.n; k++)
		if (outside->ports.at[k].input)
			sb_push(s->arena, s->constants, ((constant){0, k, sc_scalar_value(d, outside->ports.at[k].scalar)}));
	sc_data_free(d);
	return good;
}

uint32_t so_system_wires(const so_system *s) { return s->wires.n; }

/* ---- the description */

static void put(sb_text *out, const char *name, const char *value)
{
	sb_addf(out, " %s=\"", name);
	sb_add_xml(out, value);
	sb_addc(out, '"');
}

static const char *type_of(const port *p)
{
	return p->type == SI_TYPE_REAL ? "Real" : p->type == SI_TYPE_BOOLEAN ? "Boolean" : "Integer";
}

static void put_connectors(const part *p, const char *indent, sb_text *out)
{
	if (!p->ports.n)
		return;
	sb_addf(out, "%s<ssd:Connectors>\n", indent);
	for (uint32_t k = 0; k < p->ports.n; k++) {
		sb_addf(out, "%s  <ssd:Connector", indent);
		put(out, "name", p->ports.at[k].name);
		sb_addf(out, " kind=\"%s\"><ssc:%s/></ssd:Connector>\n", p->ports.at[k].input ? "input" : "output",
				type_of(&p->ports.at[k]));
	}
	sb_addf(out, "%s</ssd:Connectors>\n", indent);
}

static void put_constants(const so_system *s, uint32_t number, sb_text *out)
{
	bool any = false;
	for (uint32_t k = 0; k < s->constants.n; k++) {
		const constant *c = &s->constants.at[k];
		const port *p = &s->parts.at[number].ports.at[c->port];
		if (c->part != number)
			continue;
		if (!any)
			sb_add(out, "        <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>\n"
						"          <ssv:ParameterSet version=\"1.0\" name=\"inputs\"><ssv:Parameters>\n");
		any = true;
		sb_add(out, "            <ssv:Parameter");
		put(out, "name", p->name);
		sb_addf(out, "><ssv:%s value=\"", type_of(p));
		if (p->type == SI_TYPE_BOOLEAN)
			sb_add(out, c->value != 0 ? "true" : "false");
		else
			sb_add_real(out, c->value);
		sb_add(out, "\"/></ssv:Parameter>\n");
	}
	if (any)
		sb_add(out, "          </ssv:Parameters></ssv:ParameterSet>\n"
					"        </ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>\n");
}

/* Values are equal in the model whatever their units are called, so none is converted. */
static void put_wire(const so_system *s, const wire *w, sb_text *out)
{
	const part *from = &s->parts.at[w->from], *to = &s->parts.at[w->to];
	sb_add(out, "      <ssd:Connection");
	if (w->from)
		put(out, "startElement", from->name);
	put(out, "startConnector", from->ports.at[w->start].name);
	if (w->to)
		put(out, "endElement", to->name);
	put(out, "endConnector", to->ports.at[w->end].name);
	sb_add(out, " suppressUnitConversion=\"true\"");
	sb_add(out, w->negated ? ">\n        <ssc:LinearTransformation factor=\"-1\"/>\n      </ssd:Connection>\n"
						   : "/>\n");
}

static void describe(const so_system *s, sb_text *out)
{
	const si_settings *set = &s->image->settings;
	const char *name = si_word(s->image, s->image->name);
	sb_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ssd:SystemStructureDescription version=\"1.0\"");
	put(out, "name", name);
	sb_add(out, "\n  xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\"\n"
				"  xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\"\n"
				"  xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\">\n  <ssd:System");
	put(out, "name", name);
	sb_add(out, ">\n");
	put_connectors(&s->parts.at[0], "    ", out);
	put_constants(s, 0, out);
	sb_add(out, "    <ssd:Elements>\n");
	for (uint32_t i = 1; i < s->parts.n; i++) {
		sb_add(out, "      <ssd:Component");
		put(out, "name", s->parts.at[i].name);
		put(out, "source", s->parts.at[i].file);
		sb_add(out, " type=\"application/x-fmu-sharedlibrary\">\n");
		put_connectors(&s->parts.at[i], "        ", out);
		put_constants(s, i, out);
		sb_add(out, "      </ssd:Component>\n");
	}
	sb_add(out, "    </ssd:Elements>\n");
	sb_add(out, s->wires.n ? "    <ssd:Connections>\n" : "");
	for (uint32_t k = 0; k < s->wires.n; k++)
		put_wire(s, &s->wires.at[k], out);
	sb_add(out, s->wires.n ? "    </ssd:Connections>\n" : "");
	sb_add(out, "  </ssd:System>\n  <ssd:DefaultExperiment startTime=\"");
	sb_add_real(out, isnan(set->start) ? 0 : set->start);
	sb_add(out, "\" stopTime=\"");
	sb_add_real(out, isnan(set->stop) ? 1 : set->stop);
	sb_add(out, "\"/>\n</ssd:SystemStructureDescription>\n");
}

bool so_write_system(so_system *s, const char *path)
{
	sb_zip_writing z = {.arena = s->arena};
	sb_text text = {0};
	sb_output out;
	if (!connect_all(s))
		return false;
	describe(s, &text);
	bool good = sb_zip_add(&z, "SystemStructure.ssd", text.at, text.n);
	for (uint32_t i = 1; i < s->parts.n && good; i++)
		good = sb_zip_add(&z, s->parts.at[i].file, s->parts.at[i].fmu, s->parts.at[i].length);
	sb_zip_end(&z);
	if (good && (good = sb_output_open(&out, s->diag, path))) {
		fwrite(z.out.at, 1, z.out.n, out.stream);
		good = sb_output_commit(&out, s->diag);
	}
	sb_text_free(&z.out);
	sb_text_free(&text);
	return good;
}
