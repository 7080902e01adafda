/* The Jacobian of the rates by the states: forward through the steps of the rates, each unknown with its sparse
 * gradient as temporaries.
 *
 *     y := f(u, v)       dy/dx = f_u du/dx + f_v dv/dx           over the states that u or v depends on
 *     A z = b            A dz/dx = db/dx - dA/dx z               one solve for each state on which A or b depends
 *     r(z, y(z)) = 0     r_z dz/dx = -r_x                        the same, then the assignments inside once more
 *
 * Where a function or an algorithm has no derivative, or where gradients would fill up, only the pattern is made and
 * the engine takes differences. */
#include "structure/work.h"

enum { FILL_PER_STATE = 50, FILL_ANYWAY = 100000 };
/* A term is differentiated by each of its variables one after another, so long ones cost the square of their length.
 * And a pattern as full as this is no longer worth its memory. */
enum { LONG_TERM = 32, LONG_TERMS_MOST = 2000000, ENTRIES_MOST = 100000000 };

typedef struct gradient { uint32_t n, *state; sx_ref *value; } gradient;
typedef struct forward {
	ss_work *w;
	ss_jacobian *j;
	gradient **of;                   /* by key; NULL: does not move with the states */
	sx_ref *sum; sb_u32s touched;    /* by state: the gradient at hand */
	uint64_t total, most, long_terms;
	bool failed;
} forward;

static sx_ref keep(forward *f, sx_ref value)
{
	sx_op op = sx_op_of(f->w->pool, value);

	if (op == SX_CONST || op == SX_LOCAL || op == SX_VAR)
		return value;
	ss_jacobian_step step = { .local = f->j->temp_count++, .value = value };
	sb_push(f->w->arena, f->j->steps, step);
	return sx_local(f->w->pool, step.local, SX_REAL, NULL, 0);
}

static void fail(forward *f, const char *why, sb_span span)
{
	f->failed = true;
	f->j->why_not = why;
	f->j->why_not_span = span;
}

static void add(forward *f, uint32_t state, sx_ref value)
{
	if (!f->sum[state]) {
		sb_push(f->w->scratch, f->touched, state);
		f->sum[state] = value;
	} else {
		f->sum[state] = sx_binary(f->w->pool, SX_ADD, f->sum[state], value);
	}
}

static void accumulate_term(forward *f, const ss_term *term, sx_ref factor, sb_span span)
{
	ss_work *w = f->w;
	sb_u32s keys = {0};

	ss_depends(w, term->e, &keys);
	if (keys.n > LONG_TERM && (f->long_terms += (uint64_t)keys.n * keys.n) > LONG_TERMS_MOST) {
		fail(f, "an expression over very many variables is needed for the rates", span);
		return;
	}
	for (uint32_t i = 0; i < keys.n; i++) {
		const gradient *g = f->of[keys.at[i]];
		if (!g || !g->n)
			continue;
		sx_ref by = ss_partial(w, term->e, ss_leaf(w, keys.at[i]), false);
		if (!by) {
			fail(f, "a function whose derivative is not known is needed for the rates", span);
			return;
		}
		by = sx_binary(w->pool, SX_MUL, factor, term->negative ? sx_unary(w->pool, SX_NEG, by) : by);
		if (sx_is_number(w->pool, by, 0))
			continue;
		if (g->n > 1)
			by = keep(f, by);
		for (uint32_t k = 0; k < g->n; k++)
			add(f, g->state[k], sx_binary(w->pool, SX_MUL, by, g->value[k]));
	}
}

/* Adds factor * de/dx to the gradient at hand. */
static void accumulate(forward *f, sx_ref e, sx_ref factor, sb_span span)
{
	ss_terms terms = {0};

	ss_split_sum(f->w, e, &terms);
	for (uint32_t i = 0; i < terms.n && !f->failed; i++)
		accumulate_term(f, &terms.at[i], factor, span);
}

/* Takes the gradient at hand away. With `keeping`, as temporaries. */
static gradient *take(forward *f, bool keeping)
{
	ss_work *w = f->w;
	gradient *g = sb_new(w->scratch, gradient);

	g->n = f->touched.n;
	g->state = sb_new_array(w->scratch, uint32_t, g->n + 1);
	g->value = sb_new_array(w->scratch, sx_ref, g->n + 1);
	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t s = f->touched.at[i];
		g->state[i] = s;
		g->value[i] = keeping ? keep(f, f->sum[s]) : f->sum[s];
		f->sum[s] = 0;
	}
	f->touched.n = 0;
	f->total += g->n;
	if (f->total > f->most && !f->failed)
		fail(f, "the derivatives of the rates fill up", (sb_span){0});
	return g;
}

static void assign(forward *f, const ss_step *step)
{
	uint32_t key = ss_key(f->w, step->target);

	accumulate(f, step->value, sx_real(f->w->pool, 1), step->span);
	f->of[key] = take(f, true);
}

/* One solve for each state in any of the right-hand sides. */
static void solve_block(forward *f, uint32_t number, gradient **rows)
{
	ss_work *w = f->w;
	const ss_block *b = w->plan->blocks.at[number];
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
		fail(f, "the derivatives of a loop of equations fill up", w->plan->steps.at[0].span);
		return;
	}
	uint32_t first_step = f->j->steps.n;
	for (uint32_t i = 0; i < states.n; i++) {
		ss_jacobian_step step = { .solve = true, .local = f->j->temp_count, .block = number };
		step.rhs = sb_new_array(w->arena, sx_ref, b->n + 1);
		for (uint32_t r = 0; r < b->n; r++)
			step.rhs[r] = w->zero;
		f->j->temp_count += b->n;
		sb_push(w->arena, f->j->steps, step);
	}
	for (uint32_t r = 0; r < b->n; r++)
		for (uint32_t k = 0; k < rows[r]->n; k++) {
			sb_map_get(&column, rows[r]->state[k], &at);
			f->j->steps.at[first_step + at].rhs[r] = rows[r]->value[k];
		}
	for (uint32_t u = 0; u < b->n; u++) {
		for (uint32_t i = 0; i < states.n; i++)
			add(f, states.at[i], sx_local(w->pool, f->j->steps.at[first_step + i].local + u, SX_REAL, NULL, 0));
		f->of[ss_key(w, b->unknowns[u])] = take(f, true);
	}
}

static void linear_block(forward *f, const ss_step *step)
{
	ss_work *w = f->w;
	const ss_block *b = w->plan->blocks.at[step->block];
	gradient **rows = sb_new_array(w->scratch, gradient *, b->n + 1);
	sb_u32s *entries = sb_new_array(w->scratch, sb_u32s, b->n + 1);

	for (uint32_t i = 0; i < b->matrix.n; i++)
		sb_push(w->scratch, entries[b->matrix.at[i].row], i);
	for (uint32_t r = 0; r < b->n && !f->failed; r++) {
		accumulate(f, b->rhs[r], sx_real(w->pool, 1), step->span);
		for (uint32_t i = 0; i < entries[r].n; i++) {
			const ss_entry *entry = &b->matrix.at[entries[r].at[i]];
			accumulate(f, entry->value, sx_unary(w->pool, SX_NEG, b->unknowns[entry->col]), step->span);
		}
		rows[r] = take(f, false);
	}
	if (!f->failed)
		solve_block(f, step->block, rows);
}

static void nonlinear_block(forward *f, const ss_step *step)
{
	ss_work *w = f->w;
	const ss_block *b = w->plan->blocks.at[step->block];
	gradient **rows = sb_new_array(w->scratch, gradient *, b->n + 1);

	for (uint32_t u = 0; u < b->n; u++)
		f->of[ss_key(w, b->unknowns[u])] = NULL;
	for (uint32_t i = 0; i < b->inner.n && !f->failed; i++)
		assign(f, &b->inner.at[i]);
	for (uint32_t r = 0; r < b->n && !f->failed; r++) {
		accumulate(f, b->residuals[r], sx_real(w->pool, -1), step->span);
		rows[r] = take(f, false);
	}
	if (!f->failed)
		solve_block(f, step->block, rows);
	for (uint32_t i = 0; i < b->inner.n && !f->failed; i++)
		assign(f, &b->inner.at[i]);
}

static void other_step(forward *f, const ss_step *step)
{
	sb_u32s keys = {0};

	ss_step_depends(f->w, f->w->plan, step, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (f->of[keys.at[i]] && f->of[keys.at[i]]->n) {
			fail(f, step->kind == SS_CALL ? "a function whose derivative is not known is needed for the rates"
				: "an algorithm is needed for the rates", step->span);
			return;
		}
}

static void start_states(forward *f)
{
	ss_work *w = f->w;

	for (uint32_t i = 0; i < w->plan->states; i++) {
		add(f, i, sx_real(w->pool, 1));
		f->of[w->plan->state_scalar[i]] = take(f, false);
	}
	f->total = 0;
}

static bool symbolic(ss_work *w, gradient ***rates)
{
	forward f = { .w = w, .j = &w->plan->jacobian };

	f.most = (uint64_t)FILL_PER_STATE * w->plan->states + FILL_ANYWAY;
	f.of = sb_new_array(w->scratch, gradient *, 3 * (size_t)w->n + 1);
	f.sum = sb_new_array(w->scratch, sx_ref, w->plan->states + 1);
	start_states(&f);
	for (uint32_t i = 0; i < w->plan->steps.n && !f.failed; i++) {
		const ss_step *step = &w->plan->steps.at[i];
		if (!(step->phases & SS_RATES))
			continue;
		if (step->kind == SS_ASSIGN)
			assign(&f, step);
		else if (step->kind != SS_BLOCK)
			other_step(&f, step);
		else if (w->plan->blocks.at[step->block]->linear)
			linear_block(&f, step);
		else
			nonlinear_block(&f, step);
	}
	*rates = f.of + w->n;
	return !f.failed;
}

typedef struct entry_list { uint32_t n; const uint32_t *state; const sx_ref *value; } entry_list;

/* Rows (by state) to sparse columns. */
static void to_columns(ss_work *w, const entry_list *rows, bool values)
{
	ss_jacobian *j = &w->plan->jacobian;
	uint32_t n = w->plan->states, *fill = sb_new_array(w->scratch, uint32_t, n + 1);

	j->pattern.n = n;
	j->pattern.column = sb_new_array(w->arena, uint32_t, n + 1);
	for (uint32_t r = 0; r < n; r++)
		for (uint32_t k = 0; k < rows[r].n; k++)
			j->pattern.column[rows[r].state[k] + 1]++;
	for (uint32_t c = 0; c < n; c++) {
		j->pattern.column[c + 1] += j->pattern.column[c];
		fill[c] = j->pattern.column[c];
	}
	j->pattern.row = sb_new_array(w->arena, uint32_t, j->pattern.column[n] + 1);
	j->values = values ? sb_new_array(w->arena, sx_ref, j->pattern.column[n] + 1) : NULL;
	for (uint32_t r = 0; r < n; r++)
		for (uint32_t k = 0; k < rows[r].n; k++) {
			uint32_t at = fill[rows[r].state[k]]++;
			j->pattern.row[at] = r;
			if (values)
				j->values[at] = rows[r].value[k];
		}
}

/* On which states each unknown depends, without derivatives. Sets are shared where a step adds nothing. */
typedef struct state_set { uint32_t n; const uint32_t *state; } state_set;

static state_set united(ss_work *w, state_set *const *sets, const sb_u32s *keys, uint32_t *seen, uint32_t now)
{
	state_set all = {0};
	sb_u32s members = {0};
	uint32_t used = 0, added = 0;

	for (uint32_t i = 0; i < keys->n; i++) {
		const state_set *s = sets[keys->at[i]];
		if (!s || !s->n)
			continue;
		used++;
		if (s->n > all.n)
			all = *s;
	}
	if (used <= 1 || all.n == w->plan->states)
		return all;
	for (uint32_t k = 0; k < all.n; k++)
		seen[all.state[k]] = now;
	for (uint32_t i = 0; i < keys->n && !added; i++) {
		const state_set *s = sets[keys->at[i]];
		for (uint32_t k = 0; s && k < s->n && !added; k++)
			added += seen[s->state[k]] != now;
	}
	if (!added)
		return all;
	for (uint32_t k = 0; k < all.n; k++)
		sb_push(w->scratch, members, all.state[k]);
	for (uint32_t i = 0; i < keys->n; i++) {
		const state_set *s = sets[keys->at[i]];
		for (uint32_t k = 0; s && k < s->n; k++)
			if (seen[s->state[k]] != now) {
				seen[s->state[k]] = now;
				sb_push(w->scratch, members, s->state[k]);
			}
	}
	return (state_set){ members.n, members.at };
}

static void pattern_only(ss_work *w, entry_list *rows)
{
	ss_plan *plan = w->plan;
	state_set **sets = sb_new_array(w->scratch, state_set *, 3 * (size_t)w->n + 1);
	uint32_t *seen = sb_new_array(w->scratch, uint32_t, plan->states + 1);

	for (uint32_t i = 0; i < plan->states; i++) {
		uint32_t *one = sb_new_array(w->scratch, uint32_t, 1);
		*one = i;
		sets[plan->state_scalar[i]] = sb_new(w->scratch, state_set);
		*sets[plan->state_scalar[i]] = (state_set){ 1, one };
	}
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		sb_u32s keys = {0}, targets = {0};
		if (!(plan->steps.at[i].phases & SS_RATES))
			continue;
		ss_step_depends(w, plan, &plan->steps.at[i], &keys);
		state_set *all = sb_new(w->scratch, state_set);
		*all = united(w, sets, &keys, seen, i + 1);
		ss_step_targets(w, plan, &plan->steps.at[i], &targets);
		for (uint32_t k = 0; k < targets.n; k++)
			sets[targets.at[k]] = all;
	}
	for (uint32_t i = 0; i < plan->states; i++) {
		const state_set *s = sets[w->n + plan->state_scalar[i]];
		rows[i] = s ? (entry_list){ s->n, s->state, NULL } : (entry_list){0};
	}
}

/* Beyond any use the diagonal has to do: Newton's method then converges slowly, or the step is made smaller. */
static bool thin_out(ss_work *w, entry_list *rows)
{
	uint64_t entries = 0;

	for (uint32_t i = 0; i < w->plan->states; i++)
		entries += rows[i].n;
	if (entries <= ENTRIES_MOST)
		return false;
	w->plan->jacobian.why_not = "every rate depends on very many states; only the diagonal is taken";
	for (uint32_t i = 0; i < w->plan->states; i++) {
		uint32_t *own = sb_new_array(w->scratch, uint32_t, 1);
		*own = i;
		rows[i] = (entry_list){ 1, own, NULL };
	}
	return true;
}

void ss_jacobian_of(ss_work *w)
{
	ss_plan *plan = w->plan;
	ss_jacobian *j = &plan->jacobian;
	entry_list *rows = sb_new_array(w->scratch, entry_list, plan->states + 1);
	gradient **rates;
	bool thin = false;

	j->symbolic = symbolic(w, &rates);
	if (j->symbolic) {
		for (uint32_t i = 0; i < plan->states; i++) {
			const gradient *g = rates[plan->state_scalar[i]];
			rows[i] = g ? (entry_list){ g->n, g->state, g->value } : (entry_list){0};
		}
	} else {
		j->steps.n = j->temp_count = 0;
		pattern_only(w, rows);
		thin = thin_out(w, rows);
	}
	to_columns(w, rows, j->symbolic);
	ss_color(w->arena, w->scratch, j);
	/* rates depend on more than the pattern says: each state must be moved alone */
	for (uint32_t i = 0; thin && i < plan->states; i++)
		j->color[i] = i;
	j->colors = thin ? plan->states : j->colors;
}
