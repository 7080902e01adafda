/* Why a linear loop has no single solution. The matrix at the present values takes some vector to zero, and so does its
 * transpose: the one tells which unknowns are open, the other which equations repeat or contradict each other. If
 * potentials are open, a part of a network has no reference. */
#include "base/small.h"
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The matrix and right side of a linear loop at the present values, each equation divided by its largest factor. */
/* A Real of the whole image that is known. */
static bool known_real(const sc_run *run, const si_image *image, si_formula formula, double *value)
{
	si_reading reading = { .leaf = sc_read_anything, .context = &run->d };
	si_value v;
	bool known = si_evaluate(image, formula, &reading, &v) && v.type == SI_TYPE_REAL;

	*value = known ? v.real : 0;
	return known;
}

static bool loop_matrix(sc_run *run, uint32_t loop, bool transposed, double *a, double *rhs)
{
	const si_image *image = sc_whole(run);
	const si_loop *b = &image->loops.at[loop];
	const si_loop_account *account = &image->loop_accounts.at[loop];
	double v;
	double *largest = sb_draw(NULL, (b->n + 1) * sizeof *largest);
	bool good = true;

	memset(a, 0, (size_t)b->n * b->n * sizeof *a);
	memset(largest, 0, (b->n + 1) * sizeof *largest);
	for (uint32_t k = 0; k < account->matrix.n && good; k++) {
		const si_entry *e = &image->entries.at[b->entries.first + k];
		good = known_real(run, image, image->numbers.at[account->matrix.first + k], &v) && isfinite(v);
		a[transposed ? e->col * b->n + e->row : e->row * b->n + e->col] += good ? v : 0;
		largest[e->row] = good ? fmax(largest[e->row], fabs(v)) : 0;
	}
	for (uint32_t i = 0; i < b->n && good; i++) {
		double scale = largest[i] > 0 ? largest[i] : 1;
		good = known_real(run, image, image->numbers.at[account->rhs.first + i], &v);
		rhs[i] = v / scale;
		for (uint32_t j = 0; j < b->n; j++)
			a[transposed ? j * b->n + i : i * b->n + j] /= scale;
	}
	sb_put_back(largest);
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

static finding examine(sc_run *run, sb_arena *arena, uint32_t loop)
{
	const si_loop *b = &run->program->image->loops.at[loop];
	finding f = {sb_new_array(arena, double, b->n + 1), sb_new_array(arena, double, b->n + 1), false, false};
	double sum = 0, size = 0;

	if (b->n > EXAMINED || !b->linear)
		return f;
	double *a = sb_new_array(arena, double, (size_t)b->n * b->n + 1), *rhs = sb_new_array(arena, double, b->n + 1);
	f.known = loop_matrix(run, loop, false, a, rhs) && sb_null_vector(a, b->n, f.columns) &&
			  loop_matrix(run, loop, true, a, rhs) && sb_null_vector(a, b->n, f.rows);
	for (uint32_t i = 0; i < b->n; i++) {
		sum += f.rows[i] * rhs[i];
		size += fabs(f.rows[i] * rhs[i]);
	}
	f.contradict = fabs(sum) > 1e-9 * size;
	return f;
}

static bool is_potential(const si_image *image, const si_unknown *unknown)
{
	return unknown->op == SX_VAR && si_owner(image, unknown->number)->potential;
}

/* Which unknowns are open; potentials alone, if there are some. */
static const char *open_names(const sc_run *run, sb_arena *arena, uint32_t loop, const double *open, bool *potentials)
{
	const si_image *image = run->program->image;
	const si_loop *b = &image->loops.at[loop];
	const si_unknown *unknowns = &image->unknowns.at[b->unknowns];
	sb_text text = {0};
	uint32_t n = 0;

	for (uint32_t k = 0; k < b->n; k++)
		*potentials |= counts(open, b->n, k) && is_potential(image, &unknowns[k]);
	for (uint32_t k = 0; k < b->n; k++)
		if (counts(open, b->n, k) && (!*potentials || is_potential(image, &unknowns[k])) && n++ < SC_NAMES_MOST)
			sb_addf(&text, "%s'%s'", n > 1 ? ", " : "", sc_unknown_name(run, arena, loop, k));
	if (n > SC_NAMES_MOST)
		sb_addf(&text, " and %u more", n - SC_NAMES_MOST);
	const char *names = sb_strdup(arena, text.at ? text.at : "?");
	sb_text_free(&text);
	return names;
}

/* The equations of a loop, by row of its matrix as far as they go. */
static const si_equation *equation_of(const sc_run *run, uint32_t loop, uint32_t row)
{
	const si_image *image = sc_whole(run);
	si_range equations = image->loop_accounts.at[loop].equations;
	const si_equation *q = row < equations.n ? &image->equations.at[equations.first + row] : NULL;

	return q && q->text ? q : NULL;
}

/* The first equation that is concerned is the place of the message; the others follow. */
static void tell_equations(const sc_run *run, uint32_t loop, const finding *found, sb_message *message, sb_span main)
{
	uint32_t n = run->program->image->loops.at[loop].n, shown = 0, left = 0;
	sb_span before = main;

	for (uint32_t k = 0; k < n; k++) {
		const si_equation *q = equation_of(run, loop, k);
		if (!q || !counts(found->rows, n, k))
			continue;
		sb_span place = q->shown;
		if (memcmp(&place, &main, sizeof place) == 0 || memcmp(&place, &before, sizeof place) == 0)
			continue;
		before = place;
		if (shown++ >= IN_IT) {
			left++;
			continue;
		}
		sb_text text = {0};
		si_print(sc_whole(run), q->text, &text);
		sb_also(message, place, "%.*s", text.n > 100 ? 100 : (int)text.n, text.at ? text.at : "");
		sb_text_free(&text);
	}
	if (left)
		sb_note(message, "and %u more equation%s", left, left == 1 ? "" : "s");
}

static sb_span main_place(const sc_run *run, uint32_t loop, const finding *found, uint32_t row)
{
	uint32_t n = run->program->image->loops.at[loop].n;

	for (uint32_t k = n; k-- > 0 && found->known;)
		if (equation_of(run, loop, k) && counts(found->rows, n, k)) {
			row = k;
			break;
		}
	const si_equation *q = equation_of(run, loop, row);
	return q ? q->shown : sc_loop_place(run, loop, row);
}

void sc_report_open(sc_run *run, uint32_t loop)
{
	sb_arena *arena = sb_arena_new();
	finding found = examine(run, arena, loop);
	bool potentials = false;
	const char *open = found.known ? open_names(run, arena, loop, found.columns, &potentials)
								   : sc_member_names(run, arena, loop);
	sb_message *message =
		sb_report(run->diag, SB_WARNING, "R0313", main_place(run, loop, &found, 0),
				  potentials ? "nothing fixes the level of the potentials %s at time %.9g: they keep their values"
							 : "nothing determines %s at time %.9g: they keep their values",
				  open, run->d.time);

	sb_note(message, "with the present values, one equation of their loop follows from the others");
	sb_help(message, potentials
						 ? "connect that part of the network to a ground, over a large resistance if it must float"
						 : "nothing needs to be done if these variables have no meaning during this time");
	sb_arena_free(arena);
}

void sc_report_weak(sc_data *d, uint32_t loop, double lost, double time)
{
	sb_arena *arena = sb_arena_new();
	sc_run *run = sc_run_of(d);
	double digits = floor(-log10(lost));
	sb_message *message =
		sb_report(run->diag, SB_WARNING, "R0266", main_place(run, loop, &(finding){0}, 0),
				  "the linear loop of %s is almost singular at time %.9g: %s", sc_member_names(run, arena, loop), time,
				  digits >= 1 ? sb_printf(arena, "about %g digit%s of its solution %s right", digits,
										  digits > 1 ? "s" : "", digits > 1 ? "are" : "is")
												: "no digit of its solution is right");

	sb_note(message, "rounding of its coefficients alone changes the solution by %.2g of its size", fmin(lost, 1));
	sb_help(message, "look for an equation that almost repeats another, for a part of a network with hardly any "
					 "connection to a reference, and for parameters "
					 "that are very small or large beside others");
	sb_arena_free(arena);
}

void sc_report_fold(sc_run *run, uint32_t loop, double time)
{
	sb_arena *arena = sb_arena_new();
	sb_message *message =
		sb_report(run->diag, SB_WARNING, "R0263", main_place(run, loop, &(finding){0}, 0),
				  "the solution of the loop of %s ends at time %.9g", sc_member_names(run, arena, loop), time);

	sb_note(message, "either it meets another solution there, and after that time neither exists; or the equations do "
					 "not determine it there, because a factor of an unknown passes through zero. The run goes on with "
					 "the nearest solution that was found");
	sb_help(message, "if this jump is not intended, look for an equation that no longer has a solution near the last "
					 "one, or that is 0 = 0 there (of a*b = f(b), where b passes through zero, write a as a function "
					 "that has a value at b = 0); if it is intended, let an event make it, with equations that have "
					 "one solution on each side");
	sb_arena_free(arena);
}

void sc_report_meeting(sc_run *run, uint32_t loop, double time, bool smooth)
{
	sb_arena *arena = sb_arena_new();
	sb_message *message =
		sb_report(run->diag, SB_WARNING, smooth ? "R0760" : "R0761", main_place(run, loop, &(finding){0}, 0),
				  smooth ? "solutions of the loop of %s meet at time %.6g"
						 : "solutions of the loop of %s meet at time %.6g, and nothing says which one goes on",
				  sc_member_names(run, arena, loop), time);

	sb_note(message, smooth ? "its determinant passes through zero there, and several solutions lead on; the run "
							  "follows the smooth one, whose slope and bend stay as they were"
							: "its determinant is zero there, and no solution beyond continues the slope and the bend "
							  "of the last one; the run goes on with the nearest solution that was found, if there "
							  "is one");
	sb_help(message, "if another one is meant, let an event change to it; otherwise write the equations so that they "
					 "have one solution there (y = x in place of sin(y) = sin(x))");
	sb_arena_free(arena);
}

void sc_report_fast(sc_run *run, uint32_t loop, double time)
{
	sb_arena *arena = sb_arena_new();
	sb_message *message =
		sb_report(run->diag, SB_WARNING, "R0762", main_place(run, loop, &(finding){0}, 0),
				  "the solution of the loop of %s moves too fast to be followed at time %.6g",
				  sc_member_names(run, arena, loop), time);

	sb_note(message, "it turns so often within one step of the solver that from there on to its end another solution "
					 "may be found");
	sb_help(message, "choose a longest step that is a small part of a turn: --max-step");
	sb_arena_free(arena);
}

static void report_cancelled(sc_run *run, sb_arena *arena, uint32_t loop, double time)
{
	sb_message *message =
		sb_report(run->diag, SB_WARNING, "R0294", main_place(run, loop, &(finding){0}, 0),
				  "the linear loop of %s has no single solution at time %.9g, and one on both sides of it",
				  sc_member_names(run, arena, loop), time);

	sb_note(message, "its determinant passes through zero there; near that time rounding and the error of the solver "
					 "may have made its values, and those that follow from them");
	sb_help(message, "look for a factor that passes zero, or two that become equal; cancel it, or choose unknowns and "
					 "states that need not be divided by it");
}

void sc_report_turned(sc_data *d, uint32_t loop, double time, bool pole)
{
	sb_arena *arena = sb_arena_new();
	sc_run *run = sc_run_of(d);

	if (!pole) {
		report_cancelled(run, arena, loop, time);
		sb_arena_free(arena);
		return;
	}
	sb_message *message =
		sb_report(run->diag, SB_ERROR, "R0311", main_place(run, loop, &(finding){0}, 0),
				  "the linear loop of %s has no solution at time %.9g", sc_member_names(run, arena, loop), time);

	sb_note(message, "between two steps its equations contradict each other: the solution grows beyond all bounds and "
					 "comes back from the other side");
	sc_note_way(run, message, loop);
	sb_help(
		message,
		"look for a division by zero in the solution of the loop: a factor that passes through zero, or two factors "
		"that become equal");
	sb_arena_free(arena);
}

void sc_report_singular(sc_run *run, sb_arena *arena, uint32_t loop)
{
	const sc_failure *f = &run->failure;
	uint32_t n = run->program->image->loops.at[loop].n;
	finding found = examine(run, arena, loop);
	bool potentials = false;
	const char *open =
		found.known ? open_names(run, arena, loop, found.columns, &potentials)
					: sb_printf(arena, "'%s'", sc_unknown_name(run, arena, loop, f->column < n ? f->column : 0));
	sb_span main = main_place(run, loop, &found, f->row);
	sb_message *message = sb_report(
		run->diag, SB_ERROR, "R0311", main,
		potentials         ? "nothing fixes the level of the potentials %s at time %.9g"
		: found.contradict ? "equations contradict each other at time %2$g: the linear loop of %1$s has no solution"
						   : "the linear loop of %s has no single solution at time %.9g",
		potentials ? open : sc_member_names(run, arena, loop), f->time);

	if (sc_note_choice(run, message, loop))
		return;
	if (found.known && !potentials)
		tell_equations(run, loop, &found, message, main);
	if (potentials)
		sb_note(message, "with the present values, only differences of these are determined: a part of the network is "
						 "cut off from every ground or other reference");
	else
		sb_note(message, "with the present values, one of the equations %s, and nothing determines %s",
				found.contradict ? "contradicts the others" : "follows from the others", open);
	sc_note_way(run, message, loop);
	sb_help(
		message,
		potentials
			? "connect that part to a ground, over a large resistance if it must float; an ideal switch that opens on "
			  "both "
			  "sides leaves what is between without reference"
			: "look for an equation that is stated twice, two ideal sources or switches in parallel or in series, or a "
			  "parameter that is zero or infinite");
}
