/* Which sets of connections are driven. In a set are the inputs of blocks, of blocks inside of them, and outputs. An
 * output drives the set if its block computes it, and does not lead it through from an output further inside, or from
 * its own input. What is neither input nor output drives it unless it is inside of a block with an input in the set.
 * Blocks in an array are different ones, however alike their names are. */
#include "model/rewrite/open_inputs.h"

#include <string.h>

typedef struct nets {
	const sm_links *links;
	sm_owners *owners;
	uint32_t *first, *next;          /* by scalar, + 1: of a set, by its top, the members one after another */
	bool *through;                   /* an output that its block connects with an input of its own */
	bool *met;
} nets;

static const sm_variable *variable_of(const nets *n, uint32_t scalar, uint32_t *element)
{
	return sm_var(n->links->m, sm_variable_of_scalar(n->links->m, scalar, element));
}

/* Of an array of blocks: the one of them to which an element of a variable belongs, that of `around` or one inside. */
static uint32_t block_of(const nets *n, const char *around, const sm_variable *v, uint32_t element)
{
	uint32_t owner = sm_owner(n->owners, around);
	uint32_t count = owner == UINT32_MAX ? 1 : n->links->m->components.at[owner].count;

	return count > 1 && v->count >= count ? element / (v->count / count) : 0;
}

static bool is_in_block(const nets *n, uint32_t scalar, uint32_t other, bool inside)
{
	uint32_t e, f;
	const sm_variable *v = variable_of(n, scalar, &e), *w = variable_of(n, other, &f);
	size_t length = strlen(v->component);

	if (strncmp(v->component, w->component, length) != 0 || w->component[length] != (inside ? '.' : 0))
		return false;
	return block_of(n, v->component, v, e) == block_of(n, v->component, w, f);
}

static void add_member(nets *n, uint32_t scalar, bool *seen)
{
	uint32_t top = sm_links_top(n->links, scalar);

	if (seen[scalar])
		return;
	seen[scalar] = true;
	n->next[scalar] = n->first[top];
	n->first[top] = scalar + 1;
}

static void add_members(nets *n, bool *seen)
{
	for (uint32_t i = 0; i < n->links->list.n; i++) {
		const sm_link *l = &n->links->list.at[i];
		add_member(n, l->a, seen);
		add_member(n, l->b, seen);
		if (is_in_block(n, l->a, l->b, false) && strcmp(l->component, variable_of(n, l->a, NULL)->component) == 0)
			n->through[l->a] = n->through[l->b] = true;
	}
}

static bool is_inside_of_input(const nets *n, uint32_t scalar, uint32_t first)
{
	for (uint32_t k = first; k; k = n->next[k - 1])
		if (sm_may_stay_open(variable_of(n, k - 1, NULL)) && is_in_block(n, k - 1, scalar, true))
			return true;
	return false;
}

static bool has_output_inside(const nets *n, uint32_t scalar, uint32_t first)
{
	for (uint32_t k = first; k; k = n->next[k - 1])
		if (!sm_may_stay_open(variable_of(n, k - 1, NULL)) && is_in_block(n, scalar, k - 1, true))
			return true;
	return false;
}

/* What an equation gives an input that is inside of another one may well be what it reads of it. */
static bool drives(const nets *n, uint32_t scalar, uint32_t first)
{
	const sm_variable *v = variable_of(n, scalar, NULL);

	if (!*v->component)
		return true;
	if (v->port == SM_PORT_OUTPUT)
		return !n->through[scalar] && !has_output_inside(n, scalar, first);
	return (n->met[scalar] || !sm_may_stay_open(v)) && !is_inside_of_input(n, scalar, first);
}

static void close_net(nets *n, uint32_t first)
{
	uint32_t open = UINT32_MAX;
	size_t least = SIZE_MAX;
	bool driven = false;

	for (uint32_t k = first; k; k = n->next[k - 1]) {
		const sm_variable *v = variable_of(n, k - 1, NULL);
		driven = driven || drives(n, k - 1, first);
		if (sm_may_stay_open(v) && strlen(v->component) <= least) {
			least = strlen(v->component);
			open = k - 1;
		}
	}
	for (uint32_t k = first; k; k = n->next[k - 1])
		n->met[k - 1] = driven || k - 1 != open;
}

void sm_close_nets(const sm_links *links, sm_owners *owners, bool *met)
{
	uint32_t scalars = links->m->scalars;
	nets n = {.links = links, .owners = owners, .met = met};

	n.first = sb_new_array(links->scratch, uint32_t, scalars + 1);
	n.next = sb_new_array(links->scratch, uint32_t, scalars + 1);
	n.through = sb_new_array(links->scratch, bool, scalars + 1);
	add_members(&n, sb_new_array(links->scratch, bool, scalars + 1));
	for (uint32_t k = 0; k < scalars; k++)
		if (n.first[k])
			close_net(&n, n.first[k]);
}
