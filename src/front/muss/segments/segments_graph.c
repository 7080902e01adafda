/* Vertices of a submodel, and what they read and write. */
#include <string.h>
#include <strings.h>

#include "front/muss/segments/muss_segments.h"

typedef struct builder {
	const mu_text *text;
	const mu_digraphs *known;
	mu_digraph *g;
	const char *branch;
	uint32_t around;                 /* the `if` around, as an index and 1; 0: none */
} builder;

bool mu_among(const mu_names *list, const char *name)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i] == name)
			return true;
	return false;
}

void mu_add_name(sb_arena *arena, mu_names *list, const char *name)
{
	if (!mu_among(list, name))
		sb_push(arena, *list, name);
}

static const char *made(builder *b, const char *name, const char *more)
{
	return sb_intern(b->text->names, sb_printf(b->text->arena, "%s%s", name, more));
}

static const char *source_text(builder *b, sb_span span)
{
	size_t length;
	const char *text = sb_source_text(b->text->diag, span.source, &length);
	if (span.end > length || span.start > span.end)
		return "";
	char *out = sb_strndup(b->text->arena, text + span.start, span.end - span.start), *to = out;
	for (const char *from = out; *from; from++) {              /* one line, single blanks */
		bool blank = *from == ' ' || *from == '\n' || *from == '\t' || *from == '\r';
		if (!blank)
			*to++ = *from;
		else if (to > out && to[-1] != ' ')
			*to++ = ' ';
	}
	*to = 0;
	return out;
}

static mu_vertex *new_vertex(builder *b, mu_vertex_kind kind, sb_span span)
{
	mu_vertex v = {.kind = kind, .number = b->g->vertices.n + 1, .branch = b->branch, .span = span, .text = ""};
	if (b->around)
		sb_push(b->text->arena, v.after, b->around - 1);
	sb_push(b->text->arena, b->g->vertices, v);
	return &b->g->vertices.at[b->g->vertices.n - 1];
}

/* ------------------------------------------------------------------ what an expression reads */

static void read_into(builder *b, const mu_node *e, mu_names *out, bool roots);

static void read_name(builder *b, const mu_node *n, mu_names *out)
{
	const mu_symbol *s = mu_find(b->g->unit, n->name);
	int order;
	if (!s && b->g->unit->kind == MU_DISTRIBUTED)
		s = mu_in_space(b->g->unit, n->name, &order);
	if (s)
		mu_add_name(b->text->arena, out, s->name);
	for (uint32_t i = 0; i < mu_length(n, 0); i++)
		read_into(b, mu_list(n, 0, i), out, true);
}

/* A call inside of an expression is read as its result. */
static const char *result_name(builder *b, const mu_call *call, uint32_t k)
{
	const char *output = call->unit && k < call->unit->outputs.n ? call->unit->outputs.at[k]->name : "y";
	return made(b, call->name, sb_printf(b->text->arena, ".%s", output));
}

/* roots: operands of relations too. Without them the relation is a root, which was computed before. */
static void read_into(builder *b, const mu_node *e, mu_names *out, bool roots)
{
	if (!e)
		return;
	bool relation = e->kind == MU_BINARY && e->number >= MU_W_EQ && e->number <= MU_W_GE;
	const mu_call *call = e->kind == MU_APPLY ? mu_call_of(b->g->unit, e) : NULL;
	if (call) {
		mu_add_name(b->text->arena, out, result_name(b, call, 0));
		return;
	}
	if (relation && !roots)
		return;
	if (e->kind == MU_ASSIGN) {
		for (uint32_t i = 0; i < mu_length(e, 0); i++)
			for (uint32_t k = 0; k < mu_length(mu_list(e, 0, i), 0); k++)
				read_into(b, mu_list(mu_list(e, 0, i), 0, k), out, roots);
		read_into(b, mu_child(e, 1), out, roots);
	} else if (e->kind == MU_NAME) {
		read_name(b, e, out);
	} else if (e->kind == MU_PRIME) {
		mu_add_name(b->text->arena, out, made(b, mu_child(e, 0)->name, "'"));
	} else if (e->kind == MU_APPLY) {
		if (mu_find(b->g->unit, e->name))
			mu_add_name(b->text->arena, out, e->name);
		for (uint32_t i = 0; i < mu_length(e, 1); i++)
			read_into(b, mu_list(e, 1, i), out, roots);
	} else {
		for (uint32_t i = 0; i < e->of.n; i++)
			read_into(b, e->of.at[i], out, roots);
	}
}

/* One vertex for each relation of an expression: its function is zero where it turns. */
static uint32_t roots_of(builder *b, const mu_node *e)
{
	uint32_t found = 0;
	if (!e)
		return 0;
	if (e->kind == MU_BINARY && e->number >= MU_W_EQ && e->number <= MU_W_GE) {
		bool down = e->number == MU_W_LT || e->number == MU_W_LE;
		const mu_node *a = mu_child(e, down), *z = mu_child(e, !down);
		mu_vertex *v = new_vertex(b, MU_V_ROOT, e->span);
		v->text = sb_printf(b->text->arena, "root = %s - %s", source_text(b, a->span), source_text(b, z->span));
		read_into(b, e, &v->reads, true);
		return 1;
	}
	for (uint32_t i = 0; i < e->of.n; i++)
		found += roots_of(b, e->of.at[i]);
	return found;
}

/* ------------------------------------------------------------------ calls */

static const mu_vertex_kind vertex_of[MU_SEG_COUNT] = {MU_V_CALL_INITIAL, MU_V_CALL_STATE, MU_V_CALL_ALGEBRAIC,
	MU_V_CALL_DERIVATIVE, MU_V_CALL_DISCONTINUOUS};

static uint32_t input_place(const mu_unit *u, const char *name)
{
	for (uint32_t i = 0; i < u->inputs.n; i++)
		if (u->inputs.at[i]->name == name)
			return i;
	return 0;
}

static const char *segment_call(builder *b, const mu_call *call, const mu_segment *s)
{
	sb_text t = {0};
	sb_addf(&t, "%s_%s(", mu_segment_name(s->kind), call->unit->name);
	for (uint32_t i = 0; i < s->inputs.n; i++) {
		const mu_node *a = mu_list(call->node, 1, input_place(call->unit, s->inputs.at[i]));
		sb_addf(&t, "%s%s", i ? ", " : "", a ? source_text(b, a->span) : "");
	}
	sb_add(&t, ")");
	const char *out = sb_strdup(b->text->arena, t.at);
	sb_text_free(&t);
	return out;
}

/* The names that take the results: those of the assignment if the call is its whole value. */
static const char *taker(builder *b, const mu_call *call, const mu_node *assign, const char *output)
{
	for (uint32_t k = 0; k < call->unit->outputs.n; k++)
		if (call->unit->outputs.at[k]->name == output) {
			bool whole = assign && mu_child(assign, 1) == call->node && k < mu_length(assign, 0);
			return whole ? mu_list(assign, 0, k)->name : result_name(b, call, k);
		}
	return output;
}

static void call_vertices(builder *b, const mu_call *call, const mu_node *assign)
{
	const mu_digraph *of = sb_map_find(&b->known->by_unit, call->unit);
	uint32_t first = b->g->vertices.n;
	for (uint32_t i = 0; of && i < of->segments.n; i++) {
		const mu_segment *s = &of->segments.at[i];
		mu_vertex *v = new_vertex(b, vertex_of[s->kind], call->node->span);
		const char *called = segment_call(b, call, s);
		sb_text t = {0};
		for (uint32_t k = 0; k < s->inputs.n; k++)
			read_into(b, mu_list(call->node, 1, input_place(call->unit, s->inputs.at[k])), &v->reads, true);
		for (uint32_t k = 0; k < s->outputs.n; k++) {
			const char *name = taker(b, call, assign, s->outputs.at[k]);
			mu_add_name(b->text->arena, &v->writes, name);
			sb_addf(&t, "%s%s", k ? ", " : "", name);
		}
		v->text = s->outputs.n ? sb_printf(b->text->arena, s->outputs.n > 1 ? "(%s) = %s" : "%s = %s", t.at, called)
			: called;
		sb_text_free(&t);
	}
	for (uint32_t i = 0; of && i < of->links.n; i++)
		sb_push(b->text->arena, b->g->vertices.at[first + of->links.at[i].to].after, first + of->links.at[i].from);
}

static void calls_in(builder *b, const mu_node *e, const mu_node *assign)
{
	if (!e)
		return;
	const mu_call *call = e->kind == MU_APPLY ? mu_call_of(b->g->unit, e) : NULL;
	for (uint32_t i = 0; i < e->of.n; i++)
		calls_in(b, e->of.at[i], assign);
	if (call && call->unit && !call->unit->compiled) {
		call_vertices(b, call, assign);
	} else if (call) {                                     /* nothing is known of its inside */
		mu_vertex *v = new_vertex(b, MU_V_PLAIN, e->span);
		v->text = source_text(b, e->span);
		for (uint32_t i = 0; i < mu_length(e, 1); i++)
			read_into(b, mu_list(e, 1, i), &v->reads, true);
		for (uint32_t i = 0; i < mu_length(e, 2); i++)
			read_into(b, mu_child(mu_list(e, 2, i), 0), &v->reads, true);
		for (uint32_t i = 0; i == 0 || (call->unit && i < call->unit->outputs.n); i++)
			mu_add_name(b->text->arena, &v->writes, result_name(b, call, i));
	}
}

/* ------------------------------------------------------------------ statements */

static void statements(builder *b, const mu_node *list);

static const char *target_name(builder *b, const mu_node *t)
{
	return t->kind == MU_PRIME ? made(b, mu_child(t, 0)->name, "'") : t->name;
}

static void assignment(builder *b, const mu_node *n)
{
	const mu_node *value = mu_child(n, 1);
	const mu_call *call = value->kind == MU_APPLY ? mu_call_of(b->g->unit, value) : NULL;
	if (call && call->unit && !call->unit->compiled)
		return;                                           /* its calls are all of it */
	uint32_t turned = roots_of(b, value);
	mu_vertex *v = new_vertex(b, MU_V_PLAIN, n->span);
	v->text = source_text(b, n->span);
	v->switches = turned > 0;
	read_into(b, value, &v->reads, false);
	for (uint32_t i = 0; i < mu_length(n, 0); i++)
		mu_add_name(b->text->arena, &v->writes, target_name(b, mu_list(n, 0, i)));
}

static void written_in(builder *b, const mu_node *n, mu_names *out)
{
	if (!n)
		return;
	if (n->kind == MU_ASSIGN) {
		for (uint32_t i = 0; i < mu_length(n, 0); i++)
			mu_add_name(b->text->arena, out, target_name(b, mu_list(n, 0, i)));
		return;
	}
	for (uint32_t i = 0; i < n->of.n; i++)
		written_in(b, n->of.at[i], out);
}

static void branch_symbols(builder *b, const mu_node *list, const char *branch)
{
	mu_names names = {0};
	written_in(b, list, &names);
	for (uint32_t i = 0; i < names.n; i++) {
		mu_add_name(b->text->arena, &b->g->branch, made(b, names.at[i], branch));
		mu_add_name(b->text->arena, &b->g->local, made(b, names.at[i], branch));
	}
}

/* Parts from number `first` on, as nested ifs with two branches. */
static void if_parts(builder *b, const mu_node *n, uint32_t list, uint32_t first)
{
	const mu_node *part = mu_list(n, list, first), *condition = mu_child(part, 0);
	const char *branch = b->branch;
	uint32_t around = b->around;
	bool last = n->kind == MU_IF ? !condition : !condition->of.n;
	if (last) {
		branch_symbols(b, mu_child(part, 1), branch);
		statements(b, mu_child(part, 1));
		return;
	}
	mu_vertex *v = new_vertex(b, MU_V_IF, part->span);
	uint32_t self = b->g->vertices.n;
	v->text = sb_printf(b->text->arena, n->kind == MU_IF ? "if (%s)" : "case %s", source_text(b, n->kind == MU_IF ?
						condition->span : condition->of.at[0]->span));
	read_into(b, n->kind == MU_IF ? condition : mu_child(n, 0), &v->reads, false);
	b->branch = sb_intern(b->text->names, sb_printf(b->text->arena, "%s+", branch));
	b->around = self;
	branch_symbols(b, mu_child(part, 1), b->branch);
	statements(b, mu_child(part, 1));
	if (first + 1 < mu_length(n, list)) {
		b->branch = sb_intern(b->text->names, sb_printf(b->text->arena, "%s-", branch));
		branch_symbols(b, mu_child(mu_list(n, list, first + 1), 1), b->branch);
		if_parts(b, n, list, first + 1);
	}
	b->branch = branch;
	b->around = around;
}

static void when_vertex(builder *b, const mu_node *n)
{
	mu_names written = {0};
	for (uint32_t i = 0; i < mu_length(n, 0); i++)
		roots_of(b, mu_child(mu_list(n, 0, i), 0));
	mu_vertex *v = new_vertex(b, MU_V_WHEN, n->span);
	v->text = source_text(b, n->span);
	for (uint32_t i = 0; i < mu_length(n, 0); i++) {
		read_into(b, mu_child(mu_list(n, 0, i), 0), &v->reads, false);
		mu_names set = {0};
		written_in(b, mu_child(mu_list(n, 0, i), 1), &set);
		for (uint32_t k = 0; k < mu_length(mu_list(n, 0, i), 1); k++)
			read_into(b, mu_list(mu_list(n, 0, i), 1, k), &v->reads, true);
		for (uint32_t k = 0; k < set.n; k++)
			mu_add_name(b->text->arena, &written, set.at[k]);
	}
	for (uint32_t i = 0; i < written.n; i++) {
		const char *name = made(b, written.at[i], "(when)");
		mu_add_name(b->text->arena, &v->writes, name);
		mu_add_name(b->text->arena, &b->g->when, name);
		mu_add_name(b->text->arena, &b->g->local, name);
	}
}

static void statements(builder *b, const mu_node *list)
{
	for (uint32_t i = 0; list && i < list->of.n; i++) {
		const mu_node *n = list->of.at[i];
		if (n->kind == MU_ASSIGN) {
			calls_in(b, mu_child(n, 1), n);
			assignment(b, n);
		} else if (n->kind == MU_IF || n->kind == MU_CASE) {
			uint32_t parts = n->kind == MU_IF ? 0 : 1;
			for (uint32_t k = 0; k < mu_length(n, parts) && n->kind == MU_IF; k++)
				roots_of(b, mu_child(mu_list(n, parts, k), 0));
			if_parts(b, n, parts, 0);
		} else if (n->kind == MU_WHEN) {
			when_vertex(b, n);
		} else if (n->kind == MU_FOR) {
			statements(b, mu_child(n, 2));
		} else if (n->kind == MU_AT) {
			statements(b, mu_child(n, 1));
		}
	}
}

static void initial_vertex(builder *b, const mu_node *r)
{
	mu_names written = {0};
	mu_vertex *v = new_vertex(b, MU_V_INITIAL, r->span);
	v->text = source_text(b, mu_length(r, 0) == 1 ? mu_list(r, 0, 0)->span : r->span);
	written_in(b, mu_child(r, 0), &written);
	for (uint32_t i = 0; i < mu_length(r, 0); i++)
		read_into(b, mu_list(r, 0, i), &v->reads, true);
	/* what it writes before it reads it is not read: a region in the order of the text, taken as one */
	mu_names reads = {0};
	for (uint32_t i = 0; i < v->reads.n; i++)
		if (!mu_among(&written, v->reads.at[i]))
			sb_push(b->text->arena, reads, v->reads.at[i]);
	v->reads = reads;
	for (uint32_t i = 0; i < written.n; i++) {
		const char *name = made(b, written.at[i], "(0)");
		mu_add_name(b->text->arena, &v->writes, name);
		mu_add_name(b->text->arena, &b->g->initial, name);
		mu_add_name(b->text->arena, &b->g->local, name);
	}
}

static void symbols(builder *b)
{
	mu_digraph *g = b->g;
	for (uint32_t i = 0; i < g->unit->symbols.n; i++) {
		const mu_symbol *s = g->unit->symbols.at[i];
		mu_add_name(b->text->arena, &g->global, s->name);
		if (s->group == MU_INPUTS)
			sb_push(b->text->arena, g->input, s->name);
		if (s->output)
			sb_push(b->text->arena, g->output, s->name);
		if (s->group == MU_PARAMETERS || s->group == MU_CONSTANTS)
			sb_push(b->text->arena, g->parameter, s->name);
		if (s->state && s->rate) {
			sb_push(b->text->arena, g->state, s->name);
			sb_push(b->text->arena, g->derivative, made(b, s->name, "'"));
			mu_add_name(b->text->arena, &g->global, made(b, s->name, "'"));
		}
	}
}

void mu_make_vertices(const mu_text *text, const mu_digraphs *known, mu_digraph *g)
{
	builder b = {.text = text, .known = known, .g = g, .branch = ""};
	const mu_node *initial = mu_region(g->unit, MU_INITIAL), *dynamic = mu_region(g->unit, MU_DYNAMIC);
	const mu_node *sampled = mu_region(g->unit, MU_SAMPLED);
	symbols(&b);
	if (initial && mu_length(initial, 0))
		initial_vertex(&b, initial);
	if (dynamic)
		statements(&b, mu_child(dynamic, 0));
	if (sampled) {
		mu_vertex *v = new_vertex(&b, MU_V_WHEN, sampled->span);
		mu_names written = {0};
		v->text = "the sampled region";
		written_in(&b, mu_child(sampled, 0), &written);
		for (uint32_t i = 0; i < mu_length(sampled, 0); i++)
			read_into(&b, mu_list(sampled, 0, i), &v->reads, true);
		for (uint32_t i = 0; i < written.n; i++) {
			const char *name = made(&b, written.at[i], "(when)");
			mu_add_name(text->arena, &v->writes, name);
			mu_add_name(text->arena, &g->when, name);
			mu_add_name(text->arena, &g->local, name);
		}
	}
}
