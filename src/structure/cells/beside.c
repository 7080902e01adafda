/* Families beside switches: which of them stay whole though the structure changes with the mode.
 *
 * What is open in a mode (floating.c) is found in sums of equations that vanish, with the branches of switches among
 * them, and there one element of an array may fare differently from the others. So a family must be written out if it
 * may be part of such a sum. It cannot be
 *
 *   - if no chain of equations with common unknowns leads from it to a branch; or
 *   - if it has an unknown of its own, which nothing in the sum could cancel: der(T[i]) in the equations of a heat rod.
 *     Such a family takes no part, so what only it has in common with another is that other's own then: the flows
 *     between the cells of the rod, and so on.
 *
 * Unknowns are boxes of elements, so that a flow at the end of a rod is not one of those between its cells. */
#include "structure/cells/cells.h"
#include "structure/cells/division.h"

enum {
	LOOKED_AT = 64,                  /* single equations are looked at where they share a variable with so few others */
	SINGLE_MOST = 4 /* elements of an array that may stand in branches before families that use it are written out */
};

typedef struct use { uint32_t equation; sx_ref e; bool rate; ss_box box; } use;
typedef sb_vec(use) uses;

typedef struct beside {
	ss_work *w;
	uses *of;                        /* by variable: where it is used */
	sb_u32s *used;                   /* by equation: the variables, each as often as it is used */
	bool *out;                       /* by equation: it takes no part */
	bool *touched;                   /* by equation: a chain leads to it from a branch */
} beside;

static void list_use(beside *b, uint32_t equation, sx_ref e)
{
	ss_work *w = b->w;
	bool rate = sx_op_of(w->pool, e) == SX_DER;
	sx_ref var = rate ? sx_arg(w->pool, e, 0) : e;
	uint32_t variable = sx_at(w->pool, var)->payload;
	const sm_variable *v = sm_var(w->model, variable);
	use u = { .equation = equation, .e = var, .rate = rate };

	if (v->rank && v->rank <= SS_RANK_MOST && !ss_box_of(w, var, &u.box))
		u.box = ss_all_elements(v);
	sb_push(w->scratch, b->of[variable], u);
	sb_push(w->scratch, b->used[equation], variable);
}

typedef struct listing { beside *b; uint32_t equation; } listing;

static void list_uses(void *context, sx_ref e, bool target)
{
	listing *l = context;
	ss_work *w = l->b->w;

	(void)target;
	ss_visit_more(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR | SX_HAS_DER));) {
		sx_op op = sx_op_of(w->pool, part);
		bool variable = op == SX_VAR || (op == SX_DER && sx_op_of(w->pool, sx_arg(w->pool, part, 0)) == SX_VAR);
		if (op == SX_PRE)
			continue;
		if (variable && ss_is_unknown(w, part))
			list_use(l->b, l->equation, part);
		else
			ss_look_inside(w, part, 0);
	}
}

static void list_all(beside *b)
{
	ss_work *w = b->w;

	for (uint32_t i = 0; i < w->equations.n; i++) {
		const ss_equation *q = &w->equations.at[i];
		listing l = { b, i };
		ss_visit(w, 0);
		list_uses(&l, q->lhs, false);
		list_uses(&l, q->rhs, false);
		for (uint32_t k = 0; k < q->targets.n; k++)
			list_uses(&l, q->targets.at[k], true);
		ss_statement_exprs(&q->statements, list_uses, &l);
	}
}

/* Has the equation an unknown that no other equation has which may take part, and at each of its points another one? */
static bool has_own(const beside *b, uint32_t equation)
{
	ss_work *w = b->w;
	const ss_equation *q = &w->equations.at[equation];

	for (uint32_t i = 0; i < b->used[equation].n; i++) {
		const uses *all = &b->of[b->used[equation].at[i]];
		if (!q->domain.n && all->n > LOOKED_AT)
			continue;
		for (uint32_t k = 0; k < all->n; k++) {
			const use *mine = &all->at[k];
			if (mine->equation != equation || (q->domain.n && !ss_one_to_one(w, mine->e, &q->domain)))
				continue;
			bool own = true;
			for (uint32_t j = 0; j < all->n && own; j++)
				own = j == k || b->out[all->at[j].equation] || all->at[j].rate != mine->rate ||
					!ss_boxes_meet(&all->at[j].box, &mine->box);
			if (own)
				return true;
		}
	}
	return false;
}

static void leave_out(beside *b)
{
	bool more = true;

	while (more) {
		more = false;
		for (uint32_t i = 0; i < b->w->equations.n; i++)
			if (!b->out[i] && has_own(b, i))
				b->out[i] = more = true;
	}
}

/* From these equations through common unknowns to all that are not left out. */
static void touch(beside *b, sb_u32s *todo)
{
	ss_work *w = b->w;
	bool *seen = sb_new_array(w->scratch, bool, w->model->variables.n + 1);

	for (uint32_t i = 0; i < todo->n; i++)
		b->touched[todo->at[i]] = true;
	while (todo->n) {
		uint32_t equation = todo->at[--todo->n];
		for (uint32_t i = 0; i < b->used[equation].n; i++) {
			uint32_t variable = b->used[equation].at[i];
			for (uint32_t k = 0; !seen[variable] && k < b->of[variable].n; k++) {
				uint32_t other = b->of[variable].at[k].equation;
				if (b->touched[other] || b->out[other])
					continue;
				b->touched[other] = true;
				sb_push(w->scratch, *todo, other);
			}
			seen[variable] = true;
		}
	}
}

static void touch_from_branches(beside *b)
{
	sb_u32s todo = {0};

	for (uint32_t i = 0; i < b->w->equations.n; i++)
		if (b->w->equations.at[i].switched && !b->out[i])
			sb_push(b->w->scratch, todo, i);
	touch(b, &todo);
}

/* Arrays of switches: what their branches determine is given one by one. */
static void touch_arrays_of_switches(beside *b)
{
	ss_work *w = b->w;

	for (uint32_t v = 0; v < w->model->variables.n; v++) {
		uint32_t single = 0;
		for (uint32_t k = 0; k < b->of[v].n; k++)
			single += w->equations.at[b->of[v].at[k].equation].switched;
		for (uint32_t k = 0; single > SINGLE_MOST && k < b->of[v].n; k++)
			b->touched[b->of[v].at[k].equation] = true;
	}
}

/* Where a family is written out, those around it find their variables given one by one, and hardly any of them can
 * stay. They are written out at once: finding it out one after the other would take an analysis each time, for every
 * mode. */
static void touch_around_families(beside *b)
{
	ss_work *w = b->w;
	sb_u32s todo = {0};

	for (uint32_t i = 0; i < w->equations.n; i++) {
		b->out[i] = !w->equations.at[i].domain.n;
		if (b->touched[i] && w->equations.at[i].domain.n)
			sb_push(w->scratch, todo, i);
		b->touched[i] = false;
	}
	touch(b, &todo);
}

void ss_write_out_switched(ss_work *w)
{
	uint32_t n = w->equations.n;
	beside b = {.w = w,
				.of = sb_new_array(w->scratch, uses, w->model->variables.n + 1),
				.used = sb_new_array(w->scratch, sb_u32s, n + 1),
				.out = sb_new_array(w->scratch, bool, n + 1),
				.touched = sb_new_array(w->scratch, bool, n + 1)};

	list_all(&b);
	leave_out(&b);
	touch_from_branches(&b);
	touch_arrays_of_switches(&b);
	touch_around_families(&b);
	for (uint32_t i = 0; i < n; i++)
		if (w->equations.at[i].domain.n && b.touched[i])
			ss_write_out(w, w->equations.at[i].origin, "a switch touches what it determines");
}
