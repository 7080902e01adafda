/* Loops of equations and the Jacobian of the rates as C.
 *
 * A linear loop fills the entries of its matrix and its right-hand side and asks the services for the solution. A
 * nonlinear one hands over two functions: residual_k sets the torn unknowns to z, computes the others and the
 * residuals; jacobian_k fills in the entries of the matrix at the values that the last residual_k has left. */
#include "code/generate/generate.h"

#include <stdio.h>

enum { ON_STACK = 128 };

/* An array for n doubles, on the stack if it is small. */
static const char *work(sc_emitter *em, const char *name, uint32_t n)
{
	if (n <= ON_STACK) {
		sc_line(em, "double %s[%u];", name, n ? n : 1);
	} else {
		sc_line(em, "double *const %s = d->services->scratch(d, %lluULL);", name, 8ull * n);
		em->scratch = true;
	}
	return name;
}

/* Too large to be filled in where it is solved. */
bool sc_is_large(const ss_loop *b)
{
	return b->matrix.n > 4 * ON_STACK;
}

static void fill(sc_emitter *em, const char *array, uint32_t k, sx_ref value)
{
	char *text = sc_text_of(em, value);
	sc_indent(em);
	sb_addf(em->at, "%s[%u] = ", array, k);
	sb_add(em->at, text);
	sb_add(em->at, ";\n");
}

static void linear_step(sc_emitter *em, uint32_t number)
{
	const ss_loop *b = em->plan->loops.at[number];
	if (sc_is_large(b)) {
		sc_line(em, "int known%u;", number);
		sc_line(em, "double *const h%u = d->services->room(d, %u, &known%u);", number, number, number);
		sc_line(em, "if (!known%u) fill_%u(d, h%u + %u);", number, number, number, 2 * b->n);
		sc_line(em, "right_%u(d, h%u);", number, number);
		sc_line(em, "if (d->services->linear(d, %u, h%u + %u, h%u, h%u + %u)) return;", number, number, 2 * b->n,
				number, number, b->n);
		sc_line(em, "take_%u(d, h%u + %u);", number, number, b->n);
		em->stamp++;
		return;
	}
	const char *entries = work(em, sb_printf(em->arena, "a%u", number), b->matrix.n);
	const char *rhs = work(em, sb_printf(em->arena, "h%u", number), b->n);
	const char *z = work(em, sb_printf(em->arena, "z%u", number), b->n);
	for (uint32_t k = 0; k < b->matrix.n; k++)
		fill(em, entries, k, b->matrix.at[k].value);
	for (uint32_t k = 0; k < b->n; k++)
		fill(em, rhs, k, b->rhs[k]);
	sc_line(em, "if (d->services->linear(d, %u, %s, %s, %s)) return;", number, entries, rhs, z);
	for (uint32_t k = 0; k < b->n; k++)
		sc_assign(em, b->unknowns[k], sb_printf(em->arena, "%s[%u]", z, k));
}

static void newton_step(sc_emitter *em, uint32_t number)
{
	const ss_loop *b = em->plan->loops.at[number];
	const char *z = work(em, sb_printf(em->arena, "z%u", number), b->n);
	sc_line(em, "guess_%u(d, %s);", number, z);
	sc_line(em, "if (d->services->newton(d, %u, %s, residual_%u, jacobian_%u)) return;", number, z, number, number);
	em->stamp++;      /* the functions set what is inside the loop */
}

static void say_members(sc_emitter *em, const ss_loop *b, sb_text *out)
{
	sb_addf(out, "/* a %s loop of", b->linear ? "linear" : "nonlinear");
	for (uint32_t k = 0; k < b->members.n && k < 20; k++) {
		sb_add(out, k ? ", " : " ");
		sc_put_name(em, b->members.at[k], out);
	}
	sb_add(out, b->members.n > 20 ? ", ... */\n" : " */\n");
}

void sc_loop_step(sc_emitter *em, uint32_t number)
{
	const ss_loop *b = em->plan->loops.at[number];
	em->plain = false;
	em->may_fail = true;
	if (em->comments) {
		sc_indent(em);
		say_members(em, b, em->at);
	}
	if (b->linear)
		linear_step(em, number);
	else
		newton_step(em, number);
}

static sc_item value_item(const char *array, uint32_t index, sx_ref value)
{
	return (sc_item){ .kind = SC_VALUE, .array = array, .index = index, .value = value };
}

static sc_item step_item(const ss_step *step)
{
	return (sc_item){ .kind = SC_STEP, .step = step };
}

static void take_text(sc_emitter *em, uint32_t number)
{
	const ss_loop *b = em->plan->loops.at[number];
	sc_items items = {0};
	char name[40];
	for (uint32_t k = 0; k < b->n; k++) {
		sc_item item = { .kind = SC_TAKE, .value = b->unknowns[k], .index = k };
		sb_push(em->arena, items, item);
	}
	snprintf(name, sizeof name, "take_%u", number);
	sc_routine(em, name, ", const double *z", ", z", &items);
}

static void fill_text(sc_emitter *em, uint32_t number)
{
	const ss_loop *b = em->plan->loops.at[number];
	sc_items entries = {0}, rhs = {0};
	char name[40];
	for (uint32_t k = 0; k < b->matrix.n; k++)
		sb_push(em->arena, entries, value_item("entries", k, b->matrix.at[k].value));
	for (uint32_t k = 0; k < b->n; k++)
		sb_push(em->arena, rhs, value_item("rhs", k, b->rhs[k]));
	snprintf(name, sizeof name, "fill_%u", number);
	sc_routine(em, name, ", double *entries", ", entries", &entries);
	snprintf(name, sizeof name, "right_%u", number);
	sc_routine(em, name, ", double *rhs", ", rhs", &rhs);
}

static void residual_text(sc_emitter *em, uint32_t number)
{
	const ss_loop *b = em->plan->loops.at[number];
	sc_items items = {0}, guesses = {0};
	char name[40];
	for (uint32_t k = 0; k < b->n; k++)
		sb_push(em->arena, guesses, value_item("z", k, b->unknowns[k]));
	snprintf(name, sizeof name, "guess_%u", number);
	sc_routine(em, name, ", double *z", ", z", &guesses);
	for (uint32_t k = 0, leant = 0; k < b->inner.n; k++) {
		sb_push(em->arena, items, step_item(&b->inner.at[k]));
		if (leant == b->leanings.n || b->leanings.at[leant].inner != k)
			continue;
		sc_item lean = { .kind = SC_LEAN, .value = b->inner.at[k].target, .index = leant++ };
		sb_push(em->arena, items, lean);
	}
	for (uint32_t k = 0; k < b->n; k++)
		sb_push(em->arena, items, value_item("res", k, b->residuals[k]));
	snprintf(name, sizeof name, "inside_%u", number);
	sc_routine(em, name, ", double *res", ", res", &items);
	sb_addf(&em->out, "static void residual_%u(sc_data *d, const double *z, double *res)\n{\n\ttake_%u(d, z);\n"
		"\tinside_%u(d, res);\n}\n\n", number, number, number);
}

static void matrix_text(sc_emitter *em, uint32_t number)
{
	const ss_loop *b = em->plan->loops.at[number];
	sc_items items = {0};
	char name[40];
	for (uint32_t k = 0; k < b->temps.n; k++)
		sb_push(em->arena, items, value_item("l", b->temps.at[k].local, b->temps.at[k].value));
	for (uint32_t k = 0; k < b->matrix.n; k++)
		sb_push(em->arena, items, value_item("entries", k, b->matrix.at[k].value));
	snprintf(name, sizeof name, "matrix_%u", number);
	sc_routine(em, name, ", double *l, double *entries", ", l, entries", &items);
	sb_addf(&em->out, "static void jacobian_%u(sc_data *d, const double *z, double *entries)\n{\n", number);
	if (b->temp_count > ON_STACK) {
		sb_addf(&em->out,
				"\tconst unsigned long long mark = d->services->mark(d);\n"
				"\tmatrix_%u(d, d->services->scratch(d, %lluULL), entries);\n\td->services->release(d, mark);\n}\n\n",
				number, 8ull * b->temp_count);
	} else {
		sb_addf(&em->out, "\tdouble l[%u];\n\tmatrix_%u(d, l, entries);\n}\n\n", b->temp_count ? b->temp_count : 1,
				number);
	}
}

void sc_loops_text(sc_emitter *em)
{
	for (uint32_t k = 0; k < em->plan->loops.n && !em->failed; k++) {
		const ss_loop *b = em->plan->loops.at[k];
		if (b->linear && !sc_is_large(b))
			continue;
		if (b->equations.n && b->equations.at[0]) {
			em->span = b->equations.at[0]->span;
			em->what = b->equations.at[0]->component;
		}
		if (em->comments)
			say_members(em, b, &em->out);
		take_text(em, k);
		if (b->linear) {
			fill_text(em, k);
			continue;
		}
		residual_text(em, k);
		matrix_text(em, k);
	}
}

void sc_put_solve(sc_emitter *em, const ss_jacobian_step *step)
{
	const ss_loop *b = em->plan->loops.at[step->loop];
	const char *rhs = work(em, sb_printf(em->arena, "h%u", em->temps++), b->n);
	em->plain = false;
	em->may_fail = true;
	for (uint32_t k = 0; k < b->n; k++)
		fill(em, rhs, k, step->rhs[k]);
	sc_line(em, "if (d->services->solve(d, %u, %s, &l[%u])) return;", step->loop, rhs, step->local);
	em->stamp++;
}

static void partials(sc_emitter *em, const char *name, const ss_jacobian_step *steps, uint32_t count,
					 const ss_pattern *pattern, const sx_ref *values, const ss_jacobian_entries *families,
					 uint32_t family_count)
{
	sc_items items = {0};
	for (uint32_t k = 0; k < count; k++) {
		sc_item solve = { .kind = SC_SOLVE, .solve = &steps[k] };
		if (steps[k].solve)
			sb_push(em->arena, items, solve);
		else
			sb_push(em->arena, items, value_item("l", steps[k].local, steps[k].value));
	}
	uint32_t entries = pattern->column ? pattern->column[pattern->n] : 0;
	for (uint32_t k = 0; k < entries; k++)
		sb_push(em->arena, items, value_item("values", k, values[k]));
	for (uint32_t k = 0; k < family_count; k++) {
		sc_item item = value_item("values", families[k].first, families[k].value);
		item.domain = &families[k].domain;
		sb_push(em->arena, items, item);
	}
	sc_routine(em, name, ", double *l, double *values", ", l, values", &items);
	em->scratch = true;
}

void sc_jacobian_text(sc_emitter *em)
{
	const ss_jacobian *j = &em->plan->jacobian;
	partials(em, "partials", j->steps.at, j->steps.n, &j->pattern, j->values, j->entries.at, j->entries.n);
}

void sc_invariant_jacobian_text(sc_emitter *em)
{
	const ss_invariant_jacobian *j = &em->plan->invariant_jacobian;
	partials(em, "invariant_partials", j->steps.at, j->steps.n, &j->pattern, j->values, NULL, 0);
}

void sc_partials(sc_emitter *em, const char *name, const ss_jacobian_steps *steps, const ss_pattern *pattern,
				 const sx_ref *values)
{
	partials(em, name, steps->at, steps->n, pattern, values, NULL, 0);
}
