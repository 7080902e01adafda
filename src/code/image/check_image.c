/* Is an image what it must be: does every number in it lead to something that is there? Whoever reads an image that
 * passed this reads no memory that is not its own. */
#include "code/image/image.h"

#include "base/check.h"

typedef struct checking { const si_image *image; sb_text *why; const char *table; uint32_t row; bool good; } checking;

static void want(checking *c, bool holds, const char *what)
{
	if (!holds && c->good) {
		sb_fault(c->why, "row %u of %s has %s that is not there", c->row, c->table, what);
		c->good = false;
	}
}

static void want_range(checking *c, si_range r, uint32_t n, const char *what)
{
	want(c, r.first <= n && r.n <= n - r.first, what);
}

static void want_text(checking *c, si_text text)
{
	want(c, text < c->image->texts.n, "a text");
}

static void want_phrase(checking *c, si_phrase phrase)
{
	want(c, phrase < c->image->phrases.n, "a phrase");
}

static void want_formula(checking *c, si_formula formula)
{
	want(c, formula < c->image->formulas.n, "a formula");
}

static void want_scalar(checking *c, uint32_t scalar)
{
	want(c, scalar < c->image->scalars || scalar == UINT32_MAX, "a scalar");
}

static void want_place(checking *c, si_place p)
{
	const si_image *m = c->image;
	uint32_t sizes[] = {UINT32_MAX, m->reals, m->ints, m->strings, m->states, m->states};

	want(c, p.store <= SI_RATE && (p.store == SI_NOWHERE || p.index < sizes[p.store]), "a place");
}

#define EACH(table_, row_)                                                                                             \
	c->table = #table_;                                                                                                \
	for (c->row = 0; c->row < c->image->table_.n && c->good; c->row++)                                                 \
		for (const __typeof__(*c->image->table_.at) *row_ = &c->image->table_.at[c->row], *once_ = row_; once_;        \
			 once_ = NULL)

static void check_variables(checking *c)
{
	const si_image *m = c->image;
	uint32_t scalars = 0;

	EACH(variables, v)
	{
		want_text(c, v->name);
		want_text(c, v->component);
		want_text(c, v->description);
		want_text(c, v->object);
		want(c, v->first == scalars && v->count <= m->scalars - scalars, "scalars");
		want_range(c, (si_range){v->shape, v->rank}, m->numbers.n, "a shape");
		want(c, !v->parts.n || v->parts.n == v->rank, "parts");
		want(c, !v->lower.n || v->lower.n == v->rank, "lower subscripts");
		want(c, !v->over.n || v->over.n == v->rank, "iterators");
		want_range(c, v->parts, m->numbers.n, "parts");
		want_range(c, v->over, m->numbers.n, "iterators");
		want_range(c, v->lower, m->wholes.n, "lower subscripts");
		want_formula(c, v->min);
		want_formula(c, v->max);
		want_formula(c, v->nominal);
		want(c, v->measure < m->units.n, "a unit");
		want(c, v->enumeration <= m->enums.n, "an enumeration");
		scalars += v->count;
	}
	c->table = "variables";
	want(c, scalars == m->scalars, "scalars");
	EACH(units, u)
	{
		want_text(c, u->unit);
		want_text(c, u->display);
		want_text(c, u->rate);
	}
	EACH(enums, e)
	{
		want_range(c, e->literals, m->numbers.n, "literals");
		for (uint32_t k = 0; k < e->literals.n && c->good; k++)
			want_text(c, m->numbers.at[e->literals.first + k]);
	}
}

static void check_formulas(checking *c)
{
	const si_image *m = c->image;

	EACH(phrases, p) want_text(c, p->text);
	EACH(formulas, f)
	{
		want_range(c, (si_range){f->first, f->n}, m->operations.n, "operations");
		for (uint32_t k = 0; k < f->n && c->good; k++) {
			const si_operation *o = &m->operations.at[f->first + k];
			bool reduction = o->op != SI_OPEN && si_is_reduction(o->op);
			want_range(c, (si_range){o->first, o->count}, m->numbers.n, "arguments");
			for (uint32_t i = 0; i < o->count && c->good; i++)
				want(c, m->numbers.at[o->first + i] < k || (reduction && i == 2), "an argument");
			want(c, !reduction || (o->count == 4 && o->payload < c->row), "a body");
			want(c, si_operation_is_good(m, o), "an operand");
		}
	}
}

static void check_places(checking *c)
{
	const si_image *m = c->image;

	EACH(place, p) want_place(c, *p);
	EACH(root, r) want(c, *r < m->place.n, "a root");
	c->table = "place";
	want(c, m->by_cells || m->place.n == m->scalars, "scalars");
	want(c, !m->by_cells || m->first_section.n == m->variables.n + 1, "sections");
	want(c, !m->root.n || m->root.n == m->place.n, "roots");
	EACH(first_section, f) want(c, *f <= m->sections.n, "a section");
	EACH(sections, p)
	{
		want(c, p->variable < m->variables.n, "a variable");
		want(c, p->cell <= m->place.n && (p->whole ? 1 : p->count) <= m->place.n - p->cell, "cells");
	}
	EACH(state_scalar, s) want_scalar(c, *s);
	EACH(state_runs, r) want(c, r->variable < m->variables.n, "a variable");
	EACH(state_nominal, f) want_formula(c, *f);
	EACH(spots, s) want_place(c, s->place);
	EACH(fixed, s) want_place(c, s->place);
	EACH(delayed, s) want_place(c, s->place);
	EACH(spots, s) want(c, s->section <= m->sections.n, "a section");
	EACH(pres, p)
	{
		want_place(c, p->place);
		want_scalar(c, p->scalar);
		want_phrase(c, p->var);
	}
}

static void check_conditions(checking *c)
{
	const si_image *m = c->image;

	EACH(steps, s)
	{
		want(c, s->loop <= m->loops.n, "a loop");
		want_scalar(c, s->scalar);
		want_range(c, s->spots, m->spots.n, "spots");
		want_range(c, s->in_when, m->spots.n, "spots");
	}
	EACH(risky, s) want(c, *s < m->steps.n, "a step");
	EACH(watches, w)
	{
		want_formula(c, w->function);
		want_formula(c, w->terms);
		want_phrase(c, w->written);
		want_text(c, w->component);
		want_scalar(c, w->side);
	}
	EACH(angles, a) want_phrase(c, a->value);
	EACH(centres, e) want_phrase(c, e->value);
	EACH(unreads, e) want_phrase(c, e->call);
	EACH(moments, o)
	{
		want_phrase(c, o->value);
		want(c, o->kind != SI_MOMENT_WATCH || o->watch < m->watches.n, "a watch");
		want_formula(c, o->terms);
	}
	EACH(guards, g)
	{
		want_phrase(c, g->whole);
		want_phrase(c, g->text);
		want_formula(c, g->terms);
		want_range(c, g->spots, m->spots.n, "spots");
	}
	EACH(switches, s)
	{
		want_range(c, s->sides, m->sides.n, "sides");
		want_range(c, s->choices, m->choices.n, "branches");
		want_text(c, s->component);
		want_text(c, s->at);
		want(c, s->around <= m->switches.n, "a switch around it");
	}
	EACH(choices, b) want_phrase(c, b->condition);
	EACH(sides, s) want_scalar(c, s->scalar);
	EACH(memories, s) want(c, s->scalar < m->scalars, "a scalar");
	EACH(waits, w)
	{
		want_range(c, w->turns, m->turns.n, "turns");
		want_range(c, w->discrete, m->numbers.n, "places");
	}
}

/* Formulas in `numbers`. */
static void want_formulas(checking *c, si_range r, uint32_t n)
{
	want_range(c, r, c->image->numbers.n, "formulas");
	want(c, r.n == n, "as many formulas");
	for (uint32_t k = 0; k < r.n && c->good; k++)
		want_formula(c, c->image->numbers.at[r.first + k]);
}

static void check_loops(checking *c)
{
	const si_image *m = c->image;

	EACH(loops, b)
	{
		want_range(c, (si_range){b->unknowns, b->n}, m->unknowns.n, "unknowns");
		want_range(c, b->entries, m->entries.n, "entries");
		want_range(c, b->leanings, m->leanings.n, "leanings");
		for (uint32_t k = 0; k < b->entries.n && c->good; k++)
			want(c, m->entries.at[b->entries.first + k].row < b->n && m->entries.at[b->entries.first + k].col < b->n,
				 "an entry");
	}
	EACH(unknowns, u)
	{
		want(c, u->number == UINT32_MAX || si_leaf_is_good(m, u->op, u->number), "a leaf");
		want_formula(c, u->start);
		want_formula(c, u->nominal);
		want_formula(c, u->follow);
	}
	EACH(leanings, u)
	{
		want(c, u->number == UINT32_MAX || si_leaf_is_good(m, u->op, u->number), "a leaf");
		want_formula(c, u->start);
		want_formula(c, u->nominal);
	}
	EACH(initial_guards, g) want_formula(c, *g);
	EACH(folders, f)
	{
		want_text(c, f->package);
		want_text(c, f->path);
	}
}

static void check_blocks(checking *c)
{
	const si_image *m = c->image;

	EACH(blocks, b)
	{
		uint32_t twice = b->items[SI_BLOCK_OUTPUTS].n + b->items[SI_BLOCK_STATES].n +
						 (b->residual ? b->scalars[SI_BLOCK_STATES] : 0);
		uint32_t calls = b->items[SI_BLOCK_CROSSINGS].n + 4 + (b->slopes ? 2 * twice : twice);
		want_text(c, b->name);
		for (int k = 0; k < SI_BLOCK_KINDS; k++) {
			want_range(c, b->items[k], m->block_items.n, "items");
			for (uint32_t i = 0; i < b->items[k].n && c->good; i++) {
				const si_block_item *t = &m->block_items.at[b->items[k].first + i];
				want_range(c, (si_range){t->first, t->count}, t->text ? b->texts : b->scalars[k], "scalars");
				want_range(c, (si_range){t->scalar, t->count}, m->scalars, "scalars");
			}
		}
		uint32_t outputs = b->items[SI_BLOCK_OUTPUTS].n;
		want_range(c, (si_range){b->calls, calls}, m->block_calls.n, "calls");
		for (uint32_t i = 0; i < calls && c->good; i++) {
			const si_block_call *call = &m->block_calls.at[b->calls + i];
			const si_range reads[] = {call->inputs, call->states, call->discrete};
			const uint32_t most[] = {b->items[SI_BLOCK_INPUTS].n, b->items[SI_BLOCK_STATES].n,
									 b->items[SI_BLOCK_DISCRETE].n};
			for (int k = 0; k < 3; k++) {
				want_range(c, reads[k], m->numbers.n, "what is read");
				for (uint32_t r = 0; r < reads[k].n && c->good; r++)
					want(c, m->numbers.at[reads[k].first + r] < most[k], "an item");
			}
			want_range(c, call->members, m->numbers.n, "members of a call");
			for (uint32_t k = 0; k < call->members.n && c->good; k++)
				want(c, m->numbers.at[call->members.first + k] < (most[1] > outputs ? most[1] : outputs), "a member");
		}
	}
	EACH(block_items, t) want_text(c, t->name);
}

static void check_loop_accounts(checking *c)
{
	const si_image *m = c->image;

	EACH(loop_accounts, b)
	{
		const si_loop *loop = &m->loops.at[c->row];
		want_formulas(c, b->matrix, loop->linear ? loop->entries.n : 0);
		want_formulas(c, b->rhs, loop->linear ? loop->n : 0);
		want_formulas(c, b->residuals, loop->linear ? 0 : loop->n);
		want_range(c, b->inner, m->accounts.n, "accounts");
		want_range(c, b->members, m->members.n, "members");
		want_range(c, b->equations, m->equations.n, "equations");
		for (uint32_t k = 0; k < b->inner.n && c->good; k++) {
			const si_account *a = &m->accounts.at[b->inner.first + k];
			want(c, !a->loop && a->target && a->value && m->formulas.at[a->value].n && m->formulas.at[a->target].n,
				 "an assignment");
		}
	}
	EACH(unknown_accounts, u)
	{
		want_phrase(c, u->name);
		want_formula(c, u->began);
	}
	EACH(members, p)
	{
		want_phrase(c, p->name);
		want_scalar(c, p->scalar);
	}
	EACH(equations, q) want_phrase(c, q->text);
}

static void check_accounts(checking *c)
{
	const si_image *m = c->image;

	c->table = "account_lists";
	want(c, !m->whole || m->account_lists.n == SI_ACCOUNT_LISTS, "lists");
	want(c, !m->whole || (m->loop_accounts.n == m->loops.n && m->unknown_accounts.n == m->unknowns.n), "loops");
	want(c, !m->whole || m->said.n == m->operations.n, "operations");
	EACH(account_lists, l) want_range(c, *l, m->accounts.n, "accounts");
	EACH(accounts, a)
	{
		want(c, a->loop <= m->loops.n, "a loop");
		want_formula(c, a->target);
		want_formula(c, a->value);
		want_formulas(c, a->targets, a->targets.n);
		want_range(c, a->domain, m->domains.n, "a domain");
		want(c, a->domain.n <= SI_RANK_MOST, "a domain");
		want_text(c, a->component);
	}
	EACH(domains, d) want_text(c, d->name);
	EACH(said, p) want_text(c, p->text);
	EACH(declarations, d) want_text(c, d->component);
}

static void check_rest(checking *c)
{
	const si_image *m = c->image;

	want_text(c, m->help.division);
	want_text(c, m->help.range);
	want_text(c, m->help.smooth);
	EACH(constraints, r) want_text(c, r->text);
	EACH(dependents, d) want_scalar(c, d->scalar);
	EACH(raised, r) want_scalar(c, r->scalar);
	EACH(parts, p) want_scalar(c, p->scalar);
	EACH(regions, p) want_scalar(c, p->scalar);
	want(c, !m->watch_parts.n || m->watch_parts.n == m->watches.n, "parts of conditions");
	want(c, !m->switch_parts.n || m->switch_parts.n == m->switches.n, "parts of switches");
	EACH(invariants, i) want(c, i->constraint < m->constraints.n, "a constraint");
	EACH(kept, k) want_range(c, k->terms, m->kept_terms.n, "terms");
	EACH(kept_terms, t) want_formula(c, t->factor);
	EACH(checks, k)
	{
		want_range(c, k->starts, m->numbers.n, "scalars");
		want_range(c, k->values, m->numbers.n, "values");
	}
	EACH(routines, r) want_range(c, r->types, m->numbers.n, "types");
	EACH(resources, r) want_range(c, r->types, m->numbers.n, "types");
	EACH(samples, s)
	{
		want_range(c, (si_range){s->value, s->n}, m->literals.n, "values");
		want_range(c, (si_range){s->cumulative, s->n}, m->literals.n, "probabilities");
	}
	EACH(begin, r) want(c, *r < m->routines.n, "a routine");
	EACH(end, r) want(c, *r < m->routines.n, "a routine");
	EACH(set, v) want(c, *v < m->variables.n, "a variable");
	EACH(stored, s) want_scalar(c, *s);
	EACH(guesses, s) want_scalar(c, *s);
	EACH(written_rates, r) want_range(c, *r, m->scalars, "scalars");
}

bool si_check_image(const si_image *image, sb_text *why)
{
	checking c = {image, why, "", 0, true};

	if (!image->texts.n || !image->phrases.n || !image->formulas.n)
		return sb_fault(why, "an image has no texts, phrases or formulas");
	check_variables(&c);
	check_formulas(&c);
	check_places(&c);
	check_conditions(&c);
	check_loops(&c);
	check_blocks(&c);
	check_accounts(&c);
	if (c.good)
		check_loop_accounts(&c);
	check_rest(&c);
	return c.good;
}
