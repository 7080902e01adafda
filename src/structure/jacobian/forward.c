/* Forward through the steps: each unknown with its sparse gradient, as temporaries.
 *
 *     y := f(u, v)       dy/dx = f_u du/dx + f_v dv/dx           over the columns that u or v depends on
 *     A z = b            A dz/dx = db/dx - dA/dx z               one solve for each column on which A or b depends
 *     r(z, y(z)) = 0     r_z dz/dx = -r_x                        the same, then the assignments inside once more
 *     (y, z) := f(u)     (dy, dz)/dx = der(f)(u, du/dx)          one call for each column that u depends on
 *
 * It fails where a function has no derivative (unless differences will do), where there is an algorithm, or where
 * gradients would fill up. */
#include "structure/jacobian/forward.h"
#include "model/differentiate/differentiate.h"
#include "structure/expand/expand.h"
#include "structure/solve/solve.h"

enum { FILL_PER_STATE = 50, FILL_ANYWAY = 100000 };
/* A term is differentiated by each of its variables that moves, one after another, so long ones cost up to the square
 * of their length. */
enum { LONG_TERM = 32, LONG_TERMS_MOST = 2000000 };
/* Calls of a derivative with arrays are written out, with one array of differentials for each state. */
#define TOO_LARGE "a function of large arrays is needed for the rates"
enum { DIFFERENTIALS_MOST = 1024 };

sx_ref ss_forward_keep(forward *f, sx_ref value)
{
	sx_op op = sx_op_of(f->w->pool, value);

	if (op == SX_CONST || op == SX_LOCAL || op == SX_VAR)
		return value;
	ss_jacobian_step step = { .local = f->temp_count++, .value = value };
	sb_push(f->w->arena, f->steps, step);
	return sx_local(f->w->pool, step.local, SX_REAL, NULL, 0);
}

void ss_forward_fail(forward *f, const char *why, sb_span span)
{
	f->failed = true;
	f->why_not = why;
	f->why_not_span = span;
}

void ss_forward_add(forward *f, uint32_t state, sx_ref value)
{
	if (state >= f->sum_cap) {
		uint32_t cap = 2 * state + 64;
		sx_ref *grown = sb_new_array(f->w->scratch, sx_ref, cap);
		for (uint32_t i = 0; i < f->sum_cap; i++)
			grown[i] = f->sum[i];
		f->sum = grown;
		f->sum_cap = cap;
	}
	if (!f->sum[state]) {
		sb_push(f->w->scratch, f->touched, state);
		f->sum[state] = value;
	} else {
		f->sum[state] = sx_binary(f->w->pool, SX_ADD, f->sum[state], value);
	}
}

static const char *without_derivative(ss_work *w, sx_ref e)
{
	const char *why = sm_why_no_derivative(w->model, e);

	if (w->differentiated.e == e && !w->differentiated.written)
		return TOO_LARGE;
	return why ? sb_printf(w->arena, "a function without derivative is needed for the rates (%s)", why)
		: "a function whose derivative is not known is needed for the rates";
}

/* How many of these it must be differentiated by: what depends on no column, as most parameters do, costs nothing. */
static uint64_t moving_of(const forward *f, const sb_u32s *keys)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < keys->n; i++)
		n += f->of[keys->at[i]] && f->of[keys->at[i]]->n;
	return n;
}

static void accumulate_term(forward *f, const ss_term *term, sx_ref factor, sb_span span)
{
	ss_work *w = f->w;
	sb_u32s keys = {0};

	ss_depends(w, term->e, &keys);
	if (keys.n > LONG_TERM && (f->long_terms += moving_of(f, &keys) * keys.n) > LONG_TERMS_MOST) {
		ss_forward_fail(f, "an expression over very many variables is needed for the rates", span);
		return;
	}
	for (uint32_t i = 0; i < keys.n; i++) {
		const gradient *g = f->of[keys.at[i]];
		if (!g || !g->n)
			continue;
		sx_ref by = ss_partial(w, term->e, ss_leaf(w, keys.at[i]), SS_NO_DIFFERENCES);
		if (!by && f->differences) {
			f->differs = f->differs ? f->differs : without_derivative(w, term->e);
			by = ss_partial(w, term->e, ss_leaf(w, keys.at[i]), SS_CENTRAL);
		}
		if (!by) {
			ss_forward_fail(f, without_derivative(w, term->e), span);
			return;
		}
		by = sx_binary(w->pool, SX_MUL, factor, term->negative ? sx_unary(w->pool, SX_NEG, by) : by);
		if (sx_is_number(w->pool, by, 0))
			continue;
		if (g->n > 1)
			by = ss_forward_keep(f, by);
		for (uint32_t k = 0; k < g->n; k++)
			ss_forward_add(f, g->state[k], sx_binary(w->pool, SX_MUL, by, g->value[k]));
	}
}

/* Adds factor * de/dx to the gradient at hand. */
void ss_forward_accumulate(forward *f, sx_ref e, sx_ref factor, sb_span span)
{
	ss_terms terms = {0};

	ss_split_sum(f->w, e, &terms);
	for (uint32_t i = 0; i < terms.n && !f->failed && !f->cut; i++)
		if (f->families)
			ss_forward_term(f, &terms.at[i], factor, span);
		else
			accumulate_term(f, &terms.at[i], factor, span);
}

/* Takes the gradient at hand away. With `keeping`, as temporaries. */
gradient *ss_forward_take(forward *f, bool keeping)
{
	ss_work *w = f->w;
	gradient *g = sb_new(w->scratch, gradient);

	g->n = f->touched.n;
	g->state = sb_new_array(w->scratch, uint32_t, g->n + 1);
	g->value = sb_new_array(w->scratch, sx_ref, g->n + 1);
	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t s = f->touched.at[i];
		g->state[i] = s;
		g->value[i] = keeping ? ss_forward_keep(f, f->sum[s]) : f->sum[s];
		f->sum[s] = 0;
	}
	f->touched.n = 0;
	f->total += g->n;
	if (f->total > f->most && !f->failed)
		ss_forward_fail(f, "the derivatives of the rates fill up", (sb_span){0});
	return g;
}

static void find_read(forward *f)
{
	ss_work *w = f->w;
	sb_u32s keys = {0};

	f->read = sb_new_array(w->scratch, bool, 3 * (size_t)w->n + 1);
	for (uint32_t i = 0; i < w->plan->steps.n; i++) {
		if (!(w->plan->steps.at[i].phases & (f->phases | SS_RATES)))
			continue;
		keys.n = 0;
		ss_step_depends(w, w->plan, &w->plan->steps.at[i], &keys);
		for (uint32_t k = 0; k < keys.n; k++)
			f->read[keys.at[k]] = true;
	}
}

/* Entries that are elements of what one call gives stand together in a column, so they are left where they are: in
 * temporaries, row by row, the function would be called for each. */
static bool last_of_call(forward *f, uint32_t key)
{
	bool calls = false;

	for (uint32_t i = 0; i < f->touched.n; i++)
		calls |= (sx_flags(f->w->pool, f->sum[f->touched.at[i]]) & SX_HAS_CALL) != 0;
	if (calls && !f->read)
		find_read(f);
	return calls && !f->read[key];
}

static void assign(forward *f, const ss_step *step)
{
	uint32_t key = ss_key(f->w, step->target);

	if (step->domain.n && f->families)
		ss_forward_family(f, step);
	else if (step->domain.n)
		ss_forward_fail(f, "a family is needed for them", step->span);
	if (step->domain.n)
		return;
	ss_forward_accumulate(f, step->value, sx_real(f->w->pool, 1), step->span);
	f->of[key] = ss_forward_take(f, !last_of_call(f, key));
}

/* One solve for each state in any of the right-hand sides. */
static void solve_loop(forward *f, uint32_t number, gradient **rows)
{
	ss_work *w = f->w;
	const ss_loop *b = w->plan->loops.at[number];
	sb_u32s states = {0};
	sb_map column = sb_map_new(w->scratch);
	uint64_t at;

	for (uint32_t r = 0; r < b->n; r++)
		for (uint32_t k = 0; k < rows[r]->n; k++)
			if (!sb_map_get(&column, rows[r]->state[k], &at)) {
				sb_map_put(&column, rows[r]->state[k], states.n);
				sb_push(w->scratch, states, rows[r]->state[k]);
			}
	if ((uint64_t)states.n * b->n + f->total > f->most) {
		ss_forward_fail(f, "the derivatives of a loop of equations fill up", w->plan->steps.at[0].span);
		return;
	}
	uint32_t first_step = f->steps.n;
	for (uint32_t i = 0; i < states.n; i++) {
		ss_jacobian_step step = { .solve = true, .local = f->temp_count, .loop = number };
		step.rhs = sb_new_array(w->arena, sx_ref, b->n + 1);
		for (uint32_t r = 0; r < b->n; r++)
			step.rhs[r] = w->zero;
		f->temp_count += b->n;
		sb_push(w->arena, f->steps, step);
	}
	for (uint32_t r = 0; r < b->n; r++)
		for (uint32_t k = 0; k < rows[r]->n; k++) {
			sb_map_get(&column, rows[r]->state[k], &at);
			f->steps.at[first_step + at].rhs[r] = rows[r]->value[k];
		}
	for (uint32_t u = 0; u < b->n; u++) {
		for (uint32_t i = 0; i < states.n; i++)
			ss_forward_add(f, states.at[i], sx_local(w->pool, f->steps.at[first_step + i].local + u, SX_REAL, NULL, 0));
		f->of[ss_key(w, b->unknowns[u])] = ss_forward_take(f, true);
	}
}

static void linear_loop(forward *f, const ss_step *step)
{
	ss_work *w = f->w;
	const ss_loop *b = w->plan->loops.at[step->loop];
	gradient **rows = sb_new_array(w->scratch, gradient *, b->n + 1);
	sb_u32s *entries = sb_new_array(w->scratch, sb_u32s, b->n + 1);

	for (uint32_t i = 0; i < b->matrix.n; i++)
		sb_push(w->scratch, entries[b->matrix.at[i].row], i);
	for (uint32_t r = 0; r < b->n && !f->failed; r++) {
		ss_forward_accumulate(f, b->rhs[r], sx_real(w->pool, 1), step->span);
		for (uint32_t i = 0; i < entries[r].n; i++) {
			const ss_entry *entry = &b->matrix.at[entries[r].at[i]];
			ss_forward_accumulate(f, entry->value, sx_unary(w->pool, SX_NEG, b->unknowns[entry->col]), step->span);
		}
		rows[r] = ss_forward_take(f, false);
	}
	if (!f->failed)
		solve_loop(f, step->loop, rows);
}

static void nonlinear_loop(forward *f, const ss_step *step)
{
	ss_work *w = f->w;
	const ss_loop *b = w->plan->loops.at[step->loop];
	gradient **rows = sb_new_array(w->scratch, gradient *, b->n + 1);

	for (uint32_t u = 0; u < b->n; u++)
		f->of[ss_key(w, b->unknowns[u])] = NULL;
	for (uint32_t i = 0; i < b->inner.n && !f->failed; i++)
		assign(f, &b->inner.at[i]);
	for (uint32_t r = 0; r < b->n && !f->failed; r++) {
		ss_forward_accumulate(f, b->residuals[r], sx_real(w->pool, -1), step->span);
		rows[r] = ss_forward_take(f, false);
	}
	if (!f->failed)
		solve_loop(f, step->loop, rows);
	for (uint32_t i = 0; i < b->inner.n && !f->failed; i++)
		assign(f, &b->inner.at[i]);
}

/* What a step needs and moves with the states; false if nothing does. */
static bool moving_states(forward *f, const ss_step *step, sb_u32s *states)
{
	ss_work *w = f->w;
	sb_u32s keys = {0};
	sb_map seen = sb_map_new(w->scratch);
	uint64_t at;

	ss_step_depends(w, w->plan, step, &keys);
	for (uint32_t i = 0; i < keys.n; i++) {
		const gradient *g = f->of[keys.at[i]];
		for (uint32_t k = 0; g && k < g->n; k++)
			if (!sb_map_get(&seen, g->state[k], &at)) {
				sb_map_put(&seen, g->state[k], 1);
				sb_push(w->scratch, *states, g->state[k]);
			}
	}
	return states->n != 0;
}

/* Does it need a cell of many elements that moves with the states? */
static bool needs_family(forward *f, const ss_step *step)
{
	sb_u32s keys = {0};

	if (!f->families)
		return false;
	ss_step_depends(f->w, f->w->plan, step, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (keys.at[i] < 2 * f->w->n && f->parts[keys.at[i]])
			return true;
	return false;
}

typedef struct directional { forward *f; uint32_t state; sb_map gradients; sb_span span; } directional;

/* By one state, of one argument or element of an argument. */
static sx_ref by_state(void *context, sx_ref e)
{
	directional *d = context;
	ss_work *w = d->f->w;
	sx_op op = sx_op_of(w->pool, e);
	const gradient *g;

	if (op == SX_CALL || op == SX_OUT)
		return sm_call_derivative(w->model, e, by_state, d);
	e = ss_represented(w, e);
	g = sb_map_find(&d->gradients, (void *)(uintptr_t)e);
	if (!g) {
		ss_forward_accumulate(d->f, e, sx_real(w->pool, 1), d->span);
		g = ss_forward_take(d->f, true);
		sb_map_set(&d->gradients, (void *)(uintptr_t)e, (void *)g);
	}
	for (uint32_t k = 0; k < g->n && !d->f->failed; k++)
		if (g->state[k] == d->state)
			return g->value[k];
	return d->f->failed ? 0 : w->zero;
}

static uint64_t argument_count(ss_work *w, sx_ref call)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < sx_at(w->pool, call)->count; i++) {
		const sx_node *arg = sx_at(w->pool, sx_arg(w->pool, call, i));
		n += arg->op == SX_ARRAY                ? arg->count
			 : arg->op == SX_VAR && !arg->count ? sm_var(w->model, arg->payload)->count
												: 1;
	}
	return n;
}

/* The gradients of all elements of one result, given its differential by each state. */
static void take_result(forward *f, sx_ref target, const sx_ref *differentials, const sb_u32s *states)
{
	ss_work *w = f->w;
	sm_exprs elements = {0};

	ss_elements(w, target, &elements);
	for (uint32_t i = 0; i < elements.n; i++) {
		bool whole = elements.at[i] != target;
		uint32_t rank = sx_at(w->pool, elements.at[i])->count;
		sx_ref *subscripts = sb_new_array(w->scratch, sx_ref, rank + 1);
		for (uint32_t k = 0; k < rank; k++)
			subscripts[k] = sx_arg(w->pool, elements.at[i], k);
		for (uint32_t s = 0; s < states->n; s++)
			if (differentials[s] != w->zero)
				ss_forward_add(f, states->at[s],
							   whole ? sx_elem(w->pool, differentials[s], subscripts, rank) : differentials[s]);
		f->of[ss_key(w, elements.at[i])] = ss_forward_take(f, true);
	}
}

/* Where the derivative of a call is not known: by what it needs, one after another, of each element of each result. */
static void call_by_differences(forward *f, const ss_step *step)
{
	ss_work *w = f->w;

	for (uint32_t r = 0; r < step->targets.n && !f->failed; r++) {
		sx_ref target = step->targets.at[r];
		sm_exprs elements = {0};
		if (!target || sx_type_of(w->pool, target) != SX_REAL)
			continue;
		sx_ref result = r ? sx_out(w->pool, step->value, r, SX_REAL) : step->value;
		ss_elements(w, target, &elements);
		for (uint32_t i = 0; i < elements.n && !f->failed; i++) {
			sx_ref subscripts[16];
			uint32_t rank = sx_at(w->pool, elements.at[i])->count;
			for (uint32_t k = 0; k < rank && k < 16; k++)
				subscripts[k] = sx_arg(w->pool, elements.at[i], k);
			bool whole = elements.at[i] != target;
			sx_ref one = whole ? sx_elem(w->pool, result, subscripts, rank < 16 ? rank : 16) : result;
			ss_forward_accumulate(f, one, sx_real(w->pool, 1), step->span);
			f->of[ss_key(w, elements.at[i])] = ss_forward_take(f, true);
		}
	}
}

/* False: it is not known. */
static bool call_by_derivative(forward *f, const ss_step *step, const sb_u32s *states)
{
	ss_work *w = f->w;
	directional d = { .f = f, .gradients = sb_map_new(w->scratch), .span = step->span };
	sx_ref *differentials = sb_new_array(w->scratch, sx_ref, states->n + 1);

	for (uint32_t r = 0; r < step->targets.n && !f->failed; r++) {
		sx_ref target = step->targets.at[r];
		if (!target || sx_type_of(w->pool, target) != SX_REAL)
			continue;
		sx_ref result = r ? sx_out(w->pool, step->value, r, SX_REAL) : step->value;
		for (uint32_t s = 0; s < states->n && !f->failed; s++) {
			d.state = states->at[s];
			differentials[s] = sm_call_derivative(w->model, result, by_state, &d);
			if (!differentials[s])
				return f->failed;
		}
		if (!f->failed)
			take_result(f, target, differentials, states);
	}
	return true;
}

static void call_step(forward *f, const ss_step *step)
{
	ss_work *w = f->w;
	sb_u32s states = {0};

	if (needs_family(f, step)) {
		ss_forward_fail(f, "a function of arrays that are computed in families is needed for the rates", step->span);
		return;
	}
	if (!moving_states(f, step, &states))
		return;
	bool large = argument_count(w, step->value) * states.n > DIFFERENTIALS_MOST;
	if (!large && call_by_derivative(f, step, &states))
		return;
	if (f->differences)
		call_by_differences(f, step);
	else
		ss_forward_fail(f, large ? TOO_LARGE : without_derivative(w, step->value), step->span);
}

static void algorithm_step(forward *f, const ss_step *step)
{
	sb_u32s states = {0};

	if (needs_family(f, step) || moving_states(f, step, &states))
		ss_forward_fail(f, "an algorithm is needed for the rates", step->span);
}

void ss_forward_column(forward *f, uint32_t key, uint32_t column, sx_ref value)
{
	const gradient *before = f->of[key];

	for (uint32_t k = 0; before && k < before->n; k++)
		ss_forward_add(f, before->state[k], before->value[k]);
	ss_forward_add(f, column, value);
	f->of[key] = ss_forward_take(f, false);
}

void ss_forward_begin(forward *f, uint8_t phases)
{
	f->phases = phases;
	f->most = (uint64_t)FILL_PER_STATE * f->w->plan->states + FILL_ANYWAY;
	f->of = sb_new_array(f->w->scratch, gradient *, 3 * (size_t)f->w->n + 1);
}

void ss_forward_step(forward *f, const ss_step *step)
{
	if (step->kind == SS_ASSIGN)
		assign(f, step);
	else if (f->pattern_only)
		ss_forward_pattern(f, step);
	else if (step->kind == SS_CALL)
		call_step(f, step);
	else if (step->kind != SS_LOOP)
		algorithm_step(f, step);
	else if (f->w->plan->loops.at[step->loop]->linear)
		linear_loop(f, step);
	else
		nonlinear_loop(f, step);
}
