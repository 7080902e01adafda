/* Components become peers. */
#include "couple/system/ssd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/stop.h"

typedef cp_peer *opener(const cp_wanted *w);
typedef struct kind { const char *type, *ending; opener *open; bool foreign; } kind;
static const kind kinds[] = {
	{"application/x-fmu-sharedlibrary", ".fmu", cp_open_fmu, true},
	{"application/x-saltus-model", ".mo", cp_open_model, false},
	{"application/x-saltus-peer", ".py", cp_open_program, true},
	{"application/x-saltus-library", ".so", cp_open_library, true},
	{"application/x-spice-netlist", ".cir", cp_open_circuit, true},
};

static const kind *kind_of(cp_reader *r, const cp_component *c)
{
	sb_strings types = {0};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (c->type ? strcmp(c->type, kinds[i].type) == 0 : sb_ends_with(c->file, kinds[i].ending))
			return &kinds[i];
		sb_push(r->s->arena, types, kinds[i].type);
	}
	if (!c->type)
		return &kinds[0];                /* an FMU, as the standard has it */
	sb_message *m = sb_report(r->s->diag, SB_ERROR, "P0010", c->span, "'%s' is a component of an unknown type, '%s'",
							  c->name, c->type);
	const char *near = sb_nearest(c->type, types.at, types.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "docs/cosimulation.md has the types: FMUs, models, programs, libraries, netlists");
	return NULL;
}

static fi_kind implementation_of(cp_reader *r, const cp_element *e)
{
	const char *text = e->implementation ? e->implementation : "any";
	if (strcmp(text, "any") != 0 && strcmp(text, "CoSimulation") != 0 && strcmp(text, "ModelExchange") != 0)
		sb_help(sb_report(r->s->diag, SB_ERROR, "P0004", e->span, "'%s' is no implementation of a component", text),
				"any, CoSimulation and ModelExchange are");
	return strcmp(text, "CoSimulation") == 0 ? FI_COSIMULATION : strcmp(text, "ModelExchange") == 0 ? FI_EXCHANGE
		: FI_ANY;
}

static void add_component(cp_reader *r, cp_element *e)
{
	sb_arena *arena = r->s->arena;
	cp_component c = {.name = e->full, .type = e->type, .span = e->span, .hold = UINT32_MAX, .order =
		r->s->components.n, .direct = -1, .implementation = implementation_of(r, e)};
	const char *hash = strrchr(e->file, '#'), *source = e->file;
	if (hash) {
		source = sb_strndup(arena, e->file, (size_t)(hash - e->file));
		c.class_name = hash[1] ? hash + 1 : NULL;
	}
	c.file = cp_resolve(r->s, e->folder, source, e->span);
	if (!c.file)
		return;
	for (uint32_t i = 0; i < e->connectors.n; i++)
		if (e->connectors.at[i].side != CP_INPUT && e->connectors.at[i].side != CP_PARAMETER)
			sb_push(arena, c.ports, e->connectors.at[i].name);
		else if (e->connectors.at[i].side == CP_INPUT)
			sb_push(arena, c.inputs, e->connectors.at[i].name);
	if (e->annotation)
		cp_read_peer(r, e->annotation, &c);
	cp_give_values(r, e, &c);
	e->number = r->s->components.n;
	sb_push(arena, r->s->components, c);
}

static void collect(cp_reader *r, cp_element *e)
{
	e->number = UINT32_MAX;
	if (e->is_dictionary)
		sb_help(sb_report(r->s->diag, SB_ERROR, "P0010", e->span, "signal dictionaries are not read: '%s'", e->full),
				"connect the elements with each other");
	else if (!e->is_system && e->around && e->file)
		add_component(r, e);
	for (uint32_t i = 0; i < e->inside.n; i++)
		collect(r, e->inside.at[i]);
}

/* -p COMPONENT.PARAMETER=VALUE wins over the description. */
static void give_from_outside(cp_reader *r, const cp_request *q)
{
	for (uint32_t i = 0; i < q->given_count; i++) {
		cp_component *to = NULL;
		size_t length = 0;
		for (uint32_t k = 0; k < r->s->components.n; k++) {
			size_t n = strlen(r->s->components.at[k].name);
			if (n > length && strncmp(q->given[i].name, r->s->components.at[k].name, n) == 0 &&
				q->given[i].name[n] == '.') {
				to = &r->s->components.at[k];
				length = n;
			}
		}
		if (!to) {
			sb_help(sb_report(r->s->diag, SB_ERROR, "P0026", (sb_span){0}, "no component takes the parameter '%s'",
							  q->given[i].name), "a parameter of a system is called COMPONENT.PARAMETER");
			continue;
		}
		const char *name = q->given[i].name + length + 1;
		uint32_t k = 0;
		while (k < to->values.n && strcmp(to->values.at[k].name, name) != 0)
			k++;
		cp_value v = {.name = name, .text = q->given[i].value};
		if (k < to->values.n)
			to->values.at[k] = v;
		else
			sb_push(r->s->arena, to->values, v);
	}
}

static void open_one(cp_reader *r, cp_component *c, const cp_request *q)
{
	const kind *k = kind_of(r, c);
	if (!k)
		return;
	if (!sb_file_exists(c->file)) {
		sb_help(sb_report(r->s->diag, SB_ERROR, "P0011", c->span, "the file of '%s' is not there: '%s'", c->name,
						  c->file), "files are named relative to the description of the system");
		return;
	}
	if (k->foreign && q->no_external) {
		sb_help(sb_report(r->s->diag, SB_ERROR, "P0013", c->span, "'%s' brings code of its own: '%s'", c->name,
						  c->file), "--no-external refuses such components");
		return;
	}
	cp_wanted w = {.arena = r->s->arena, .diag = r->s->diag, .span = c->span, .name = c->name, .file = c->file,
		.class_name = c->class_name, .ports = c->ports.at, .port_count = c->ports.n,
		.inputs = c->inputs.at, .input_count = c->inputs.n, .values = c->values.at, .value_count = c->values.n,
		.tolerance = q->tolerance, .solver = c->solver ? c->solver : q->solver,
		.fmu = q->fmu, .limit = c->limit > 0 ? c->limit : q->fmu.limit,
		.no_external = q->no_external};
	if (c->implementation != FI_ANY)
		w.fmu.kind = c->implementation;
	c->peer = k->open(&w);
	if (!c->peer || (c->peer->told && sb_errors(c->peer->told))) {
		sb_report(r->s->diag, SB_ERROR, "P0014", c->span, "the component '%s' cannot be made from '%s'", c->name,
				  c->file);
		return;
	}
	for (uint32_t i = 0; i < c->values.n; i++)
		if (!c->values.at[i].used)
			sb_report(r->s->diag, SB_ERROR, "P0026", c->values.at[i].span, "the %s of '%s' has no parameter '%s'",
					  c->peer->kind, c->name, c->values.at[i].name);
	for (uint32_t i = 0; c->direct >= 0 && i < c->peer->outputs.n * c->peer->inputs.n; i++)
		c->peer->direct[i] = c->direct;
}

static void open_components(cp_reader *r, const cp_request *q)
{
	collect(r, r->root);
	give_from_outside(r, q);
	if (!r->s->components.n && !sb_errors(r->s->diag))
		sb_report(r->s->diag, SB_ERROR, "P0004", r->root->span, "the system has no components");
	for (uint32_t i = 0; i < r->s->components.n && !sb_errors(r->s->diag); i++)
		open_one(r, &r->s->components.at[i], q);
}

/* ------------------------------------------------------------------------------------------------ whole systems */

cp_system *cp_system_open(const cp_request *q)
{
	sb_arena *arena = sb_arena_new();
	cp_system *s = sb_new(arena, cp_system);
	cp_reader r = {.s = s, .root = sb_new(arena, cp_element)};
	*s = (cp_system){.arena = arena, .diag = sb_diag_new(), .path = q->path, .name = "",
		.settings = {.algorithm = UINT32_MAX, .control = UINT32_MAX, .start = NAN, .stop = NAN, .step = NAN,
			.hold = UINT32_MAX, .interpolation = UINT32_MAX, .iterations = UINT32_MAX, .tolerance = NAN,
			.least_step = NAN, .most_step = NAN, .estimate = UINT32_MAX, .events = UINT32_MAX,
			.parallel = UINT32_MAX}};
	*r.root = (cp_element){.name = "", .full = "", .is_system = true, .number = UINT32_MAX};
	const char *file = cp_find_description(s, q->path, &s->folder);
	if (!file || !cp_read_description(&r, file, s->folder, r.root, (sb_span){0}) || sb_errors(s->diag))
		return s;
	open_components(&r, q);
	if (sb_errors(s->diag))
		return s;
	cp_make_wires(&r);
	if (!sb_errors(s->diag))
		cp_read_bonds(&r);
	cp_tell_unused(&r, r.root);
	return s;
}

uint32_t cp_system_errors(const cp_system *s)
{
	uint32_t n = sb_errors(s->diag);
	for (uint32_t i = 0; i < s->components.n; i++)
		if (s->components.at[i].peer && s->components.at[i].peer->told)
			n += sb_errors(s->components.at[i].peer->told);
	return n;
}

void cp_system_free(cp_system *s)
{
	for (uint32_t i = 0; i < s->components.n; i++)
		cp_free(s->components.at[i].peer);
	if (s->temporary) {
		sb_remove_folder(s->temporary);
		sb_temporary_done(s->temporary);
	}
	sb_diag_free(s->diag);
	sb_arena_free(s->arena);
}
