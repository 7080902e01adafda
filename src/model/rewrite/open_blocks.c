/* Blocks that somebody has put into a diagram and not connected. That an input may stay open is a rule of diagrams, and
 * one of several often is on purpose. A block of which every data input, or every activation input, is open does
 * nothing, and the diagram looks as if it did: that is told. A value in the declaration says that it is meant so. */
#include "base/dotted.h"
#include "model/rewrite/open_inputs.h"

enum { DATA, INSTANTS };

/* One block: an element of an array of components, if its component is one. */
typedef struct block { const char *component; uint32_t all[2], open[2], first[2]; } block;

typedef struct looking {
	sm_model *m;
	sb_arena *scratch;
	sb_vec(block) blocks;
	sb_map known;                  /* component: the first of its blocks in `blocks` */
} looking;

/* Behind how many characters the first `parts` parts of a dotted name end. Dots in subscripts and quotes separate
 * nothing. */
static size_t length_of_parts(const char *name, uint32_t parts)
{
	int depth = 0;
	bool quoted = false;
	size_t i = 0;

	for (; name[i]; i++) {
		if (quoted && name[i] == '\\' && name[i + 1])
			i++;
		else if (name[i] == '\'')
			quoted = !quoted;
		else if (!quoted)
			depth += (name[i] == '[') - (name[i] == ']');
		if (name[i] == '.' && !quoted && depth == 0 && --parts == 0)
			return i;
	}
	return i;
}

/* How many blocks the component of a variable stands for: the product of the dimensions that are those of its name. */
static uint32_t blocks_of(const sm_variable *v)
{
	uint32_t parts = sb_name_parts(v->component), count = 1;

	for (uint32_t d = 0; v->parts && d < v->rank && v->parts[d] <= parts; d++)
		count *= v->shape[d];
	return count;
}

static uint32_t first_block(looking *l, const sm_variable *v, uint32_t count)
{
	uint64_t at;

	if (sb_map_get(&l->known, (uint64_t)(uintptr_t)v->component, &at))
		return (uint32_t)at;
	at = l->blocks.n;
	sb_map_put(&l->known, (uint64_t)(uintptr_t)v->component, at);
	for (uint32_t i = 0; i < count; i++)
		sb_push(l->scratch, l->blocks, ((block){.component = v->component}));
	return (uint32_t)at;
}

static void count_ports(looking *l, const sm_variable *v, const bool *met)
{
	uint32_t count = blocks_of(v), first = v->count ? first_block(l, v, count) : 0;
	int kind = v->activation ? INSTANTS : DATA;

	for (uint32_t i = 0; i < v->count; i++) {
		block *b = &l->blocks.at[first + i / (v->count / count)];
		if (!b->all[kind]++)
			b->first[kind] = v->first + i;
		b->open[kind] += !met[v->first + i];
	}
}

/* What says in a declaration that the port reads the value on purpose: u = 0, each u = 0, u = fill(0, 3). */
static void write_value(const sm_variable *v, const char *value, sb_text *out)
{
	uint32_t parts = sb_name_parts(v->component), d = 0;

	while (v->parts && d < v->rank && v->parts[d] <= parts)
		d++;
	sb_addf(out, "%s%s = %s%s", d ? "each " : "", v->name + length_of_parts(v->name, parts) + 1,
		d < v->rank ? "fill(" : "", value);
	if (d == v->rank)
		return;
	for (; d < v->rank; d++)
		sb_addf(out, ", %u", v->shape[d]);
	sb_addc(out, ')');
}

/* `port`: its full name, of which the first `length` characters are those of the block. */
static void tell(const looking *l, const block *b, int kind, sb_span where, const char *port, int length)
{
	uint32_t element;
	const sm_variable *v = sm_var(l->m, sm_variable_of_scalar(l->m, b->first[kind], &element));
	const char *value = v->type == SX_BOOLEAN ? "false" : "0";
	sb_text meant = {0};

	if (kind == INSTANTS) {
		sb_help(sb_report(l->m->diag, SB_WARNING, "S0720", where, "nothing activates '%.*s', so it never acts", length,
			port), "connect what activates it: 'connect(clock.o, %s)', where clock is a SampleClock", port);
		return;
	}
	write_value(v, value, &meant);
	sb_help(sb_report(l->m->diag, SB_WARNING, "S0721", where, "nothing is connected to %s of '%.*s', which reads %s",
		b->all[DATA] == 1 ? "the input" : "any input", length, port, value),
		"connect '%s'; if %s is meant, write (%s) where the block is declared", port, value, meant.at);
	sb_text_free(&meant);
}

static void look_at(const looking *l, const block *b, sb_span where)
{
	int kind = b->all[INSTANTS] && b->open[INSTANTS] == b->all[INSTANTS] ? INSTANTS : DATA;
	sb_text port = {0};

	if (!b->all[kind] || b->open[kind] < b->all[kind])
		return;
	sm_scalar_name(l->m, b->first[kind], &port);
	tell(l, b, kind, where, port.at, (int)length_of_parts(port.at, sb_name_parts(b->component)));
	sb_text_free(&port);
}

void sm_tell_open_blocks(sm_model *m, const bool *met)
{
	looking l = {.m = m, .scratch = sb_arena_new()};
	sm_owners owners = sm_owners_new(m, l.scratch);

	l.known = sb_map_new(l.scratch);
	for (uint32_t k = 0; k < m->variables.n; k++)
		if (sm_may_stay_open(sm_var(m, k)) && *sm_var(m, k)->component)
			count_ports(&l, sm_var(m, k), met);
	for (uint32_t i = 0; i < l.blocks.n; i++) {
		uint32_t owner = sm_owner(&owners, l.blocks.at[i].component);
		/* what a library has inside is not the user's */
		if (owner != UINT32_MAX && m->components.at[owner].span.source == m->components.at[0].span.source)
			look_at(&l, &l.blocks.at[i], m->components.at[owner].span);
	}
	sb_arena_free(l.scratch);
}
