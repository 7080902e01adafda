/* The tree as text, for tests; and its nodes. */
#include "front/cosy/syntax/cosy_syntax.h"

#include <string.h>

const char *co_kind_name(co_kind kind)
{
	static const char *const names[] = {
#define X(name) #name,
		CO_KINDS(X)
#undef X
	};
	return names[kind];
}

static void dump(const co_node *n, int depth, sb_text *out)
{
	for (int i = 0; i < depth; i++)
		sb_addc(out, ' ');
	if (!n) {
		sb_add(out, "-\n");
		return;
	}
	sb_add(out, co_kind_name(n->kind));
	if (n->name)
		sb_addf(out, " %s", n->name);
	if (n->text)
		sb_addf(out, " $%s$", n->text);
	if (n->number != 0) {
		sb_addc(out, ' ');
		sb_add_real(out, n->number);
	}
	sb_addc(out, '\n');
	for (uint32_t i = 0; i < n->of.n; i++)
		dump(n->of.at[i], depth + 1, out);
}

void co_dump(const co_node *node, sb_text *out)
{
	dump(node, 0, out);
}

co_node *co_child(const co_node *n, uint32_t i)
{
	return n && i < n->of.n ? n->of.at[i] : NULL;
}

uint32_t co_count(const co_node *list)
{
	return list ? list->of.n : 0;
}
