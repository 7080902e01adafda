/* Why a linear loop has no single solution. The matrix at the present values takes some vector to zero, and so does its
 * transpose: the one tells which unknowns are open, the other which equations repeat or contradict each other. If
 * potentials are open, a part of a network has no reference. */
#include "base/small.h"
#include "model/print/print.h"
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The matrix and right side of a linear loop at the present values, each equation divided by its largest factor. */
static bool loop_matrix(sc_run *run, const ss_loop *b, bool transposed, double *a, double *rhs)
{
	sx_value v = {0};
	double *largest = sb_resize(NULL, (b->n + 1) * sizeof *largest);
	bool good = true;

	memset(a, 0, (size_t)b->n * b->n * sizeof *a);
	memset(largest, 0, (b->n + 1) * sizeof *largest);
	for (uint32_t k = 0; k < b->matrix.n && good; k++) {
		const ss_entry *e = &b->matrix.at[k];
		good = sc_evaluate(run, e->value, NULL, NULL, 0, &v) && v.type == SX_REAL && isfinite(v.real);
		a[transposed ? e->col * b->n + e->row : e->row * b->n + e->col] += good ? v.real : 0;
		largest[e->row] = good ? fmax(largest[e->row], fabs(v.real)) : 0;
	}
	for (uint32_t i = 0; i < b->n && good; i++) {
		double scale = largest[i] > 0 ? largest[i] : 1;
		good = sc_evaluate(run, b->rhs[i], NULL, NULL, 0, &v) && v.type == SX_REAL;
		rhs[i] = v.real / scale;
		for (uint32_t j = 0; j < b->n; j++)
			a[transposed ? j * b->n + i : i * b->n + j] /= scale;
	}
	free(largest);
	return good;
}

enum { EXAMINED = 300, IN_IT = 3 };

/* The equations of which one follows from the others, and whether they agree; the unknowns that are left open. */
typedef struct finding {
	double *rows, *columns;
	bool known, contradict;
} finding;

static bool counts(const double *v, uint32_t n, uint32_t i)
{
	double largest = 0;
	for (uint32_t k = 0; k < n; k++)
		largest = fmax(largest, fabs(v[k]));
	return fabs(v[i]) > 1e-6 * largest;
}

static finding examine(sc_run *run, sb_arena *arena, const ss_loop *b)
{
	finding f = {sb_new_array(arena, double, b->n + 1), sb_new_array(arena, double, b->n + 1), false, false};
	double sum = 0, size = 0;

	if (b->n > EXAMINED)
		return f;
	double *a = sb_new_array(arena, double, (size_t)b->n * b->n + 1), *rhs = sb_new_array(arena, double, b->n + 1);
	f.known = loop_matrix(run, b, false, a, rhs) && sb_null_vector(a, b->n, f.columns) &&
			  loop_matrix(run, b, true, a, rhs) && sb_null_vector(a, b->n, f.rows);
	for (uint32_t i = 0; i < b->n; i++) {
		sum += f.rows[i] * rhs[i];
		size += fabs(f.rows[i] * rhs[i]);
	}
	f.contradict = fabs(sum) > 1e-9 * size;
	return f;
}

static bool is_potential(const sm_model *m, sx_ref unknown)
{
	return sx_op_of(m->pool, unknown) == SX_VAR && sm_var(m, sx_at(m->pool, unknown)->payload)->port == SM_POTENTIAL;
}

/* Which unknowns are open; potentials alone, if there are some. */
static const char *open_names(const sm_model *m, sb_arena *arena, const ss_loop *b, const double *open,
							  bool *potentials)
{
	sb_text text = {0};
	uint32_t n = 0;

	for (uint32_t k = 0; k < b->n; k++)
		*potentials |= counts(open, b->n, k) && is_potential(m, b->unknowns[k]);
	for (uint32_t k = 0; k < b->n; k++)
		if (counts(open, b->n, k) && (!*potentials || is_potential(m, b->unknowns[k])) && n++ < SC_NAMES_MOST)
			sb_addf(&text, "%s'%s'", n > 1 ? ", " : "", sc_leaf_name(m, arena, b->unknowns[k]));
	if (n > SC_NAMES_MOST)
		sb_addf(&text, " and %u more", n - SC_NAMES_MOST);
	const char *names = sb_strdup(arena, text.at ? text.at : "?");
	sb_text_free(&text);
	return names;
}

/* The first equation that is concerned is the place of the message; the others follow. */
static void tell_equations(const sm_model *m, sb_arena *arena, const ss_loop *b, const finding *found,
						   sb_message *message, sb_span main)
{
	sm_owners owners = sm_owners_new(m, arena);
	sb_span before = main;
	uint32_t shown = 0, left = 0;

	for (uint32_t k = 0; k < b->n && k < b->equations.n; k++) {
		const sm_equation *q = b->equations.at[k];
		if (!q || !counts(found->rows, b->n, k))
			continue;
		sb_span place = sm_user_position(&owners, q->component, q->span);
		if (memcmp(&place, &main, sizeof place) == 0 || memcmp(&place, &before, sizeof place) == 0)
			continue;
		before = place;
		if (shown++ >= IN_IT) {
			left++;
			continue;
		}
		sb_text text = {0};
		sm_print_equation(m, q, &text);
		size_t end = text.n;
		while (end && (text.at[end - 1] == '\n' || text.at[end - 1] == ';'))
			end--;
		sb_also(message, place, "%.*s", end > 100 ? 100 : (int)end, text.at ? text.at : "");
		sb_text_free(&text);
	}
	if (left)
		sb_note(message, "and %u more equation%s", left, left == 1 ? "" : "s");
}

static sb_span main_place(const sm_model *m, sb_arena *arena, const ss_loop *b, const finding *found, uint32_t row)
{
	sm_owners owners = sm_owners_new(m, arena);

	for (uint32_t k = b->n; k-- > 0 && found->known;)
		if (k < b->equations.n && b->equations.at[k] && counts(found->rows, b->n, k)) {
			row = k;
			break;
		}
	const sm_equation *q = row < b->equations.n ? b->equations.at[row] : NULL;
	return q ? sm_user_position(&owners, q->component, q->span) : sc_loop_place(b, row);
}

void sc_report_open(sc_run *run, const ss_loop *b)
{
	sb_arena *arena = sb_arena_new();
	const sm_model *m = run->program->plan->model;
	finding found = examine(run, arena, b);
	bool potentials = false;
	const char *open = found.known ? open_names(m, arena, b, found.columns, &potentials) : sc_member_names(m, arena, b);
	sb_message *message =
		sb_report(run->diag, SB_WARNING, "R0313", main_place(m, arena, b, &found, 0),
				  potentials ? "nothing fixes the level of the potentials %s at time %.9g: they keep their values"
							 : "nothing determines %s at time %.9g: they keep their values",
				  open, run->d.time);

	sb_note(message, "with the present values, one equation of their loop follows from the others");
	sb_help(message, potentials
						 ? "connect that part of the network to a ground, over a large resistance if it must float"
						 : "nothing needs to be done if these variables have no meaning during this time");
	sb_arena_free(arena);
}

void sc_report_weak(sc_data *d, uint32_t number, double lost, double time)
{
	sb_arena *arena = sb_arena_new();
	sc_run *run = sc_run_of(d);
	const ss_loop *b = run->program->plan->loops.at[number];
	const sm_model *m = run->program->plan->model;
	double digits = floor(-log10(lost));
	sb_message *message =
		sb_report(run->diag, SB_WARNING, "R0266", main_place(m, arena, b, &(finding){0}, 0),
				  "the linear loop of %s is almost singular at time %.9g: %s", sc_member_names(m, arena, b), time,
				  digits >= 1 ? sb_printf(arena, "about %g digit%s of its solution %s right", digits,
										  digits > 1 ? "s" : "", digits > 1 ? "are" : "is")
												: "no digit of its solution is right");

	sb_note(message, "rounding of its coefficients alone changes the solution by %.2g of its size", fmin(lost, 1));
	sb_help(message, "look for an equation that almost repeats another, for a part of a network with hardly any "
					 "connection to a reference, and for parameters "
					 "that are very small or large beside others");
	sb_arena_free(arena);
}

void sc_report_fold(sc_run *run, const ss_loop *b, double time)
{
	sb_arena *arena = sb_arena_new();
	const sm_model *m = run->program->plan->model;
	sb_message *message =
		sb_report(run->diag, SB_WARNING, "R0263", main_place(m, arena, b, &(finding){0}, 0),
				  "the solution of the loop of %s ends at time %.9g", sc_member_names(m, arena, b), time);

	sb_note(message, "it meets another solution there, and after that time neither exists: the run goes on with the "
					 "nearest solution that was found");
	sb_help(message, "if this jump is not intended, look for an equation that no longer has a solution near the last "
					 "one; if it is intended, let an event make it, with equations that have one solution on each "
					 "side");
	sb_arena_free(arena);
}

static void report_cancelled(sc_run *run, sb_arena *arena, const ss_loop *b, double time)
{
	const sm_model *m = run->program->plan->model;
	sb_message *message =
		sb_report(run->diag, SB_WARNING, "R0294", main_place(m, arena, b, &(finding){0}, 0),
				  "the linear loop of %s has no single solution at time %.9g, and one on both sides of it",
				  sc_member_names(m, arena, b), time);

	sb_note(message, "its determinant passes through zero there; near that time rounding and the error of the solver "
					 "may have made its values, and those that follow from them");
	sb_help(message, "look for a factor that passes zero, or two that become equal; cancel it, or choose unknowns and "
					 "states that need not be divided by it");
}

void sc_report_turned(sc_data *d, uint32_t number, double time, bool pole)
{
	sb_arena *arena = sb_arena_new();
	sc_run *run = sc_run_of(d);
	const ss_loop *b = run->program->plan->loops.at[number];
	const sm_model *m = run->program->plan->model;

	if (!pole) {
		report_cancelled(run, arena, b, time);
		sb_arena_free(arena);
		return;
	}
	sb_message *message =
		sb_report(run->diag, SB_ERROR, "R0311", main_place(m, arena, b, &(finding){0}, 0),
				  "the linear loop of %s has no solution at time %.9g", sc_member_names(m, arena, b), time);

	sb_note(message, "between two steps its equations contradict each other: the solution grows beyond all bounds and "
					 "comes back from the other side");
	sb_help(
		message,
		"look for a division by zero in the solution of the loop: a factor that passes through zero, or two factors "
		"that become equal");
	sb_arena_free(arena);
}

void sc_report_singular(sc_run *run, sb_arena *arena, const ss_loop *b)
{
	const sc_failure *f = &run->failure;
	const sm_model *m = run->program->plan->model;
	finding found = examine(run, arena, b);
	bool potentials = false;
	const char *open =
		found.known ? open_names(m, arena, b, found.columns, &potentials)
					: sb_printf(arena, "'%s'", sc_leaf_name(m, arena, b->unknowns[f->column < b->n ? f->column : 0]));
	sb_span main = main_place(m, arena, b, &found, f->row);
	sb_message *message = sb_report(
		run->diag, SB_ERROR, "R0311", main,
		potentials         ? "nothing fixes the level of the potentials %s at time %.9g"
		: found.contradict ? "equations contradict each other at time %2$g: the linear loop of %1$s has no solution"
						   : "the linear loop of %s has no single solution at time %.9g",
		potentials ? open : sc_member_names(m, arena, b), f->time);

	if (sc_note_choice(run, message, b))
		return;
	if (found.known && !potentials)
		tell_equations(m, arena, b, &found, message, main);
	if (potentials)
		sb_note(message, "with the present values, only differences of these are determined: a part of the network is "
						 "cut off from every ground or other reference");
	else
		sb_note(message, "with the present values, one of the equations %s, and nothing determines %s",
				found.contradict ? "contradicts the others" : "follows from the others", open);
	sb_help(
		message,
		potentials
			? "connect that part to a ground, over a large resistance if it must float; an ideal switch that opens on "
			  "both "
			  "sides leaves what is between without reference"
			: "look for an equation that is stated twice, two ideal sources or switches in parallel or in series, or a "
			  "parameter that is zero or infinite");
}
