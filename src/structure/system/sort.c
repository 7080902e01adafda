/* The order of computation: strong components of "needs what another equation gives" (Tarjan), without recursion.
 * Components come out after all that they need. */
#include "base/check.h"
#include "structure/system/system.h"

#include <stdlib.h>

typedef struct walk {
	ss_system *s;
	uint32_t *number, *low, counter; /* by equation; 0: not visited */
	uint32_t *next;                  /* by equation: how far its needs were followed */
	bool *open;
	sb_u32s path, waiting;
	sb_u32s component_first;
} walk;

static void close_component(ss_work *w, walk *t, uint32_t e)
{
	uint32_t member;

	sb_push(w->scratch, t->component_first, t->s->component_count);
	do {
		member = t->waiting.at[--t->waiting.n];
		t->open[member] = false;
		t->s->component[t->s->component_count++] = member;
	} while (member != e);
}

static void enter(ss_work *w, walk *t, uint32_t e)
{
	t->number[e] = t->low[e] = ++t->counter;
	t->next[e] = t->s->first[e];
	t->open[e] = true;
	sb_push(w->scratch, t->path, e);
	sb_push(w->scratch, t->waiting, e);
}

static void visit(ss_work *w, walk *t, uint32_t root)
{
	ss_system *s = t->s;

	enter(w, t, root);
	while (t->path.n) {
		uint32_t e = t->path.at[t->path.n - 1];
		if (t->next[e] < s->first[e + 1]) {
			uint32_t row = s->row_of_unknown[s->unknown[t->next[e]++]];
			if (row == UINT32_MAX)
				continue;
			uint32_t other = s->rows[row].equation;
			if (!t->number[other])
				enter(w, t, other);
			else if (t->open[other] && t->number[other] < t->low[e])
				t->low[e] = t->number[other];
			continue;
		}
		if (t->low[e] == t->number[e])
			close_component(w, t, e);
		t->path.n--;
		if (t->path.n) {
			uint32_t up = t->path.at[t->path.n - 1];
			if (t->low[e] < t->low[up])
				t->low[up] = t->low[e];
		}
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

void ss_sort(ss_work *w, ss_system *s)
{
	walk t = { .s = s };

	t.number = sb_new_array(w->scratch, uint32_t, s->equation_count + 1);
	t.low = sb_new_array(w->scratch, uint32_t, s->equation_count + 1);
	t.next = sb_new_array(w->scratch, uint32_t, s->equation_count + 1);
	t.open = sb_new_array(w->scratch, bool, s->equation_count + 1);
	s->component = sb_new_array(w->scratch, uint32_t, s->equation_count + 1);
	for (uint32_t e = 0; e < s->equation_count; e++)
		if (!t.number[e])
			visit(w, &t, e);
	uint32_t members = s->component_count;
	s->component_count = t.component_first.n;
	sb_push(w->scratch, t.component_first, members);
	s->component_first = t.component_first.at;
	sb_must(members == s->equation_count, "%u of %u equations have an order", members, s->equation_count);
	/* members in the order of the text, so that plans do not depend on the order of the search */
	for (uint32_t c = 0; c < s->component_count; c++) {
		uint32_t begin = s->component_first[c];
		qsort(s->component + begin, s->component_first[c + 1] - begin, sizeof *s->component, by_number);
	}
}
