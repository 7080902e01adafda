/* A netlist: read, checked, and written as a package of Modelica. */
#include "front/spice/spice.h"

#include <string.h>
#include <strings.h>

#include "front/spice/write/spice_write.h"

/* Spice is the library of devices. */
static const char *package_name(sb_arena *arena, const char *path)
{
	const char *name = sf_class_name(arena, path, "netlist");
	return strcmp(name, "Spice") == 0 ? "netlist_Spice" : sp_quoted(arena, name);
}

sp_netlist *sp_read(const sf_request *r, bool component)
{
	sp_context *c = sb_new(r->arena, sp_context);
	*c = (sp_context){.arena = r->arena, .names = r->names, .diag = r->diag};
	uint32_t errors = sb_errors(r->diag);
	sp_text *text = sp_read_files(c, r->path, r->text);
	if (!text)
		return NULL;
	sp_netlist *n = sp_check(c, text, component);
	return sb_errors(r->diag) > errors ? NULL : n;
}

bool sp_package(sp_netlist *n, const char *path, bool resting, sf_writing *out)
{
	n->resting = resting;
	n->uic = n->uic && !resting;
	uint32_t errors = sb_errors(n->c->diag);
	sp_write(n, package_name(n->c->arena, path), &out->text, &out->origins);
	return sb_errors(n->c->diag) == errors;
}

const char *sp_circuit(const sp_netlist *n, const char *path)
{
	sb_arena *arena = n->c->arena;
	return n->top->devices.n ? sb_printf(arena, "%s.circuit", package_name(arena, path)) : NULL;
}

bool sp_make(const sf_request *r, sf_writing *out)
{
	sp_netlist *n = sp_read(r, false);
	return n && sp_package(n, r->path, false, out);
}

/* Without the quotes that Modelica needs around names such as v(out). */
static const char *without_quotes(sm_model *m, const char *name)
{
	sb_text text = {0};
	for (const char *at = name; *at; at++)
		if (*at == '\\' && at[1])
			sb_addc(&text, *++at);
		else if (*at != '\'')
			sb_addc(&text, *at);
	return sb_intern_text(m->names, &text);
}

/* Is it a voltage of a node or a current of the netlist: v(out), x1.v(2)? */
static bool is_curve(const char *name)
{
	for (const char *open = strchr(name, '('); open && open > name; open = strchr(open + 1, '('))
		if ((open[-1] == 'v' || open[-1] == 'i') && (open == name + 1 || open[-2] == '.'))
			return true;
	return false;
}

static bool is_printed(const sp_netlist *n, const char *name)
{
	bool any = false;
	for (uint32_t i = 0; i < n->probes.n; i++) {
		const sp_probe *p = &n->probes.at[i];
		bool counts = n->resting || !*p->analysis || !strcmp(p->analysis, "tran");
		if (counts && !strcmp(p->text, name))
			return true;
		any = any || counts;
	}
	return n->all || n->resting || !any ? is_curve(name) : false;
}

/* What is stored: the curves that cards ask for, or all voltages and currents. */
static void choose_stored(const sp_netlist *n, sm_model *m)
{
	for (uint32_t v = 0; v < m->variables.n; v++)
		if (sm_var(m, v)->variability <= SM_DISCRETE && sm_var(m, v)->rank == 0 && is_printed(n, sm_var(m, v)->name))
			sb_push(m->arena, m->stored, sm_var(m, v)->first);
}

static void call_figures_plainly(sm_model *m)
{
	for (uint32_t f = 0; f < m->settings.figures.n; f++)
		for (uint32_t p = 0; p < m->settings.figures.at[f].plots.n; p++) {
			sm_plot *plot = &m->settings.figures.at[f].plots.at[p];
			for (uint32_t c = 0; c < plot->curves.n; c++)
				plot->curves.at[c].y = without_quotes(m, plot->curves.at[c].y);
		}
}

void sp_finish(sp_netlist *n, const char *path, sm_model *m)
{
	for (uint32_t v = 0; v < m->variables.n; v++) {
		const char *name = sm_var(m, v)->name;
		const char *plain = strchr(name, '\'') ? without_quotes(m, name) : name;
		uint64_t known;
		if (plain == name || sb_map_get(&m->by_name, (uintptr_t)plain, &known))
			continue;
		sm_edit(m, v)->name = plain;
		sb_map_remove(&m->by_name, (uintptr_t)name);
		sb_map_put(&m->by_name, (uintptr_t)plain, v + 1);
	}
	m->name = package_name(m->arena, path);
	call_figures_plainly(m);
	choose_stored(n, m);
	m->analyses = sp_ask(n, m);
}
