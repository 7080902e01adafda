/* Segments of a submodel as a shared library: their text (generate/segment_text.c), compiled by the system compiler. */
#include <string.h>

#include "base/map.h"
#include "code/compile/compile.h"
#include "model/seal/seal.h"

/* The layout that segments rely on: a change of it needs another number (external/segments.h). */
_Static_assert(sizeof(void *) != 8 ||
			   (sizeof(sc_data) == 208 && sizeof(sc_services) == 376 && sizeof(sc_math) == 168),
			   "the layout of what segments see has changed: raise SL_SEGMENTS_LAYOUT, and these numbers");

typedef struct needing { const sm_model *m; bool *needed; sb_u32s open; sb_arena *arena; } needing;

static void need_function(needing *n, uint32_t function)
{
	if (n->needed[function])
		return;
	n->needed[function] = true;
	sb_push(n->arena, n->open, function);
}

static bool see_call(void *context, const sx_pool *pool, sx_ref e)
{
	if (sx_op_of(pool, e) == SX_CALL)
		need_function(context, sx_at(pool, e)->payload);
	return true;
}

static void need_expr(needing *n, sx_ref e)
{
	if (e)
		sx_visit(n->m->pool, e, see_call, n);
}

static void need_statements(needing *n, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		const sx_ref parts[] = {s->target, s->value, s->condition, s->from, s->to, s->step};
		for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
			need_expr(n, parts[k]);
		for (uint32_t k = 0; k < s->targets.n; k++)
			need_expr(n, s->targets.at[k]);
		for (uint32_t b = 0; b < s->branches.n; b++) {
			need_expr(n, s->branches.at[b].condition);
			need_statements(n, &s->branches.at[b].body);
		}
	}
}

/* The functions that segments call, and those that these call. */
static void find_needed(needing *n)
{
	while (n->open.n) {
		const sm_function *f = n->m->functions.at[n->open.at[--n->open.n]];
		need_statements(n, &f->body);
		need_statements(n, &f->last);
		for (uint32_t i = 0; i < f->locals.n; i++) {
			need_expr(n, f->locals.at[i].binding);
			for (uint32_t d = 0; d < f->locals.at[i].rank; d++)
				need_expr(n, f->locals.at[i].dims[d]);
		}
	}
}

/* A model with these functions and nothing else; numbers of functions stay. */
static sm_model *model_of(const sm_sealed *sealed, sb_arena *arena, const bool *needed)
{
	sm_model *m = sm_model_copy(arena, sealed->model, sealed->model->diag), bare = {0};
	sm_function *empty = sb_new(arena, sm_function);
	empty->name = "empty";
	bare.arena = m->arena;
	bare.names = m->names;
	bare.diag = m->diag;
	bare.pool = m->pool;
	bare.name = "segments";
	bare.description = "";
	bare.functions = m->functions;
	bare.folders = m->folders;
	bare.settings = m->settings;
	bare.by_name = sb_map_new(arena);
	*m = bare;
	for (uint32_t i = 0; i < m->functions.n; i++)
		if (!needed[i])
			m->functions.at[i] = empty;
	return m;
}

static bool see_variable(void *context, const sx_pool *pool, sx_ref e)
{
	bool *found = context;
	*found = *found || sx_op_of(pool, e) == SX_VAR;
	return !*found;
}

/* A function may read constants of packages, which are variables of the model: there are none where it goes. */
static bool reads_variables(const sm_model *m, const sm_statements *list)
{
	bool found = false;
	for (uint32_t i = 0; i < list->n && !found; i++) {
		const sm_statement *s = list->at[i];
		const sx_ref parts[] = {s->target, s->value, s->condition, s->from, s->to, s->step};
		for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
			if (parts[k])
				sx_visit(m->pool, parts[k], see_variable, &found);
		for (uint32_t b = 0; b < s->branches.n && !found; b++) {
			if (s->branches.at[b].condition)
				sx_visit(m->pool, s->branches.at[b].condition, see_variable, &found);
			found = found || reads_variables(m, &s->branches.at[b].body);
		}
	}
	return found;
}

static bool may_leave(const sm_model *m, const bool *needed)
{
	for (uint32_t i = 0; i < m->functions.n; i++) {
		const sm_function *f = m->functions.at[i];
		bool external = f->external && !f->external->own;
		if (!needed[i] || (!external && !f->impure && !f->block && !reads_variables(m, &f->body)))
			continue;
		sb_help(sb_report(m->diag, SB_ERROR, "N0511", f->span,
						  "the function '%s' cannot be part of a compiled submodel", f->name),
				external ? "external C stays with its library: call it in the model that uses the submodel"
						 : "let it depend on its arguments alone, without constants of packages that are arrays");
		return false;
	}
	return true;
}

static void put_names(sb_text *out, const char *id, const bool *segments, uint32_t n)
{
	sb_addf(out, "#define sc_bind %s_bind\n", id);
	for (uint32_t i = 0; i < n; i++)
		if (segments[i])
			sb_addf(out, "#define f%u %s_%u\n", i, id, i);
}

bool sc_compile_segments(const sm_sealed *sealed, sb_arena *arena, sc_library *out)
{
	const sm_model *m = sealed->model;
	bool *segments = sb_new_array(arena, bool, m->functions.n + 1);
	needing n = {.m = m, .needed = sb_new_array(arena, bool, m->functions.n + 1), .arena = arena};
	for (uint32_t i = 0; i < sealed->segments.n; i++) {
		const sm_segment *s = &sealed->segments.at[i];
		segments[s->function] = true;
		need_function(&n, s->function);
		if (s->derivative != UINT32_MAX) {
			segments[s->derivative] = true;
			need_function(&n, s->derivative);
		}
	}
	find_needed(&n);
	if (!may_leave(m, n.needed))
		return false;
	ss_plan *plan = ss_analyse(arena, model_of(sealed, arena, n.needed));
	sc_text text = plan ? sc_segments_text(plan, segments, arena) : (sc_text){.failed = true};
	if (text.failed)
		return false;
	sb_text whole = {0}, why = {0};
	out->id = sb_printf(arena, "saltus_%016llx", (unsigned long long)sb_hash(text.text, text.length, 1));
	put_names(&whole, out->id, segments, m->functions.n);
	sb_addn(&whole, text.text, text.length);
	bool good = sc_cc_library(&whole, arena, out, &why);
	if (!good)
		sb_help(sb_report(m->diag, SB_ERROR, "N0512", (sb_span){0}, "the segments cannot be compiled: %s",
						  why.at ? why.at : "no reason was given"),
				"a C compiler is needed, such as the one of Debian's package gcc; SALTUS_CC names one");
	sb_text made = {.at = text.text, .n = text.length};
	sb_text_free(&made);
	sb_text_free(&whole);
	sb_text_free(&why);
	return good;
}
