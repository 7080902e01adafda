/* Derivatives of a paused run: of rates and any Real variables, by states, parameters and inputs, at the values that it
 * shows; and by what it keeps, there and in the passes of an instant. What is asked for is analysed and compiled the
 * first time (code/derive.h), and kept as one of the last few questions, for its mode and the parameters that are
 * given. Where there are no symbols for it, differences are taken here, but for those by what is kept. */
#include "code/derive.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/instant/instant.h"
#include "engine/run/run.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 4 };                       /* questions */

struct se_derivations {
	struct se_derivations *next;     /* asked for before */
	sc_derivatives *q;
	const sc_program *program;
	uint64_t hash;                   /* of the question, and the parameters that are given */
	sc_asked_row *rows; bool *negated; uint32_t row_count;
	sc_asked_column *columns; uint32_t column_count;
	sb_arena *arena;
};

void se_derivations_free(struct se_derivations *q)
{
	while (q) {
		struct se_derivations *next = q->next;
		sc_derivatives_free(q->q);
		sb_arena_free(q->arena);
		q = next;
	}
}

/* ------------------------------------------------------------------------------------------------------- questions */

/* columns: those of values from outside, then what is kept, then left limits */
typedef struct question {
	const se_asked *rows; uint32_t n;
	const uint32_t *columns; uint32_t m;
	uint32_t kept, left;             /* so many of the columns */
	bool of_pass;
} question;

static bool refuse(se_run *run, uint32_t scalar, const char *format, const char *why)
{
	sb_text name = {0};
	const si_variable *v = si_owner(run->image, scalar);
	si_scalar_name(run->image, scalar, &name);
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0286", v->span, format, name.at, why);
	sb_help(m, "rates of states, der(x), and Real variables can be differentiated by states, by parameters that can be "
			   "set, and by inputs that nothing is connected to");
	sb_text_free(&name);
	return false;
}

static bool find_row(se_run *run, const se_asked *asked, sc_asked_row *row, bool *negated)
{
	si_place place = si_place_of(run->image, asked->scalar);
	*negated = asked->rate && place.negated;
	*row = (sc_asked_row){ asked->rate ? SC_ROW_RATE : SC_ROW_SCALAR, asked->rate ? place.index : asked->scalar };
	if (asked->rate && place.store != SI_STATE)
		return refuse(run, asked->scalar, "der(%s) cannot be differentiated: %s",
					  "the variable is not a state of this mode");
	if (si_owner(run->image, asked->scalar)->type != SI_TYPE_REAL)
		return refuse(run, asked->scalar, "'%s' cannot be differentiated: %s", "it is not a Real");
	return true;
}

static bool is_given(void *context, uint32_t parameter)
{
	const se_run *run = context;
	return run->d->given[parameter];
}

static uint64_t hash_of(const se_run *run, const question *a)
{
	uint32_t kind[] = { a->n, a->kept, a->left, a->of_pass };
	uint64_t hash = sb_hash(a->columns, a->m * sizeof *a->columns, sb_hash(kind, sizeof kind, 0));
	for (uint32_t r = 0; r < a->n; r++)
		hash = sb_hash(&a->rows[r].scalar, sizeof a->rows[r].scalar, hash + a->rows[r].rate);
	return sb_hash(run->d->given, run->image->parameter_count, hash);
}

/* The answer to a question that was asked before comes to the front. */
static bool is_known(se_run *run, const question *a)
{
	uint64_t hash = hash_of(run, a);
	struct se_derivations **at = &run->control->derivations, *q;
	for (; (q = *at); at = &q->next)
		if (q->program == run->program && q->row_count == a->n && q->column_count == a->m && q->hash == hash) {
			*at = q->next;
			q->next = run->control->derivations;
			run->control->derivations = q;
			return true;
		}
	return false;
}

static void keep(se_run *run, struct se_derivations *q)
{
	uint32_t count = 1;
	q->next = run->control->derivations;
	run->control->derivations = q;
	for (; q->next && count < KEPT; q = q->next)
		count++;
	se_derivations_free(q->next);
	q->next = NULL;
}

static bool find_column(se_run *run, const question *a, uint32_t c, sc_asked_column *out)
{
	const char *why;
	uint32_t outside = a->m - a->kept - a->left;
	*out = (sc_asked_column){ c < outside + a->kept ? SC_COLUMN_KEPT : SC_COLUMN_LEFT, a->columns[c] };
	return c >= outside || sc_column_of(run->program, a->columns[c], out, &why) ||
		   refuse(run, a->columns[c], "there are no derivatives by '%s': %s", why);
}

static bool make(se_run *run, const question *a)
{
	sb_arena *arena = sb_arena_new();
	struct se_derivations *q = sb_new(arena, struct se_derivations);
	bool good = true;
	*q = (struct se_derivations){ .arena = arena, .program = run->program, .row_count = a->n, .column_count = a->m,
		.hash = hash_of(run, a), .rows = sb_new_array(arena, sc_asked_row, (size_t)a->n + 1),
		.negated = sb_new_array(arena, bool, (size_t)a->n + 1),
		.columns = sb_new_array(arena, sc_asked_column, (size_t)a->m + 1) };
	for (uint32_t r = 0; r < a->n && good; r++)
		good = find_row(run, &a->rows[r], &q->rows[r], &q->negated[r]);
	for (uint32_t c = 0; c < a->m && good; c++)
		good = find_column(run, a, c, &q->columns[c]);
	if (!good) {
		sb_arena_free(arena);
		return false;
	}
	sc_request request = { q->rows, a->n, q->columns, a->m, a->of_pass, is_given, run };
	q->q = sc_derive(run->program, &request);
	keep(run, q);
	return true;
}

/* ------------------------------------------------------------------------------------------------------ differences */

/* All at the values as they are. A parameter or an input changes what changes at events only, too. */
static bool evaluate(se_run *run, sc_column_kind kind)
{
	if (kind != SC_COLUMN_STATE)
		run->f->all(run->d);
	run->f->rates(run->d);
	run->f->watch(run->d, se_shown_functions(run));
	run->f->outputs(run->d);
	bool good = !run->d->failed;
	sc_forgive(run->d);
	sc_forget_noticed(run->d);
	return good;
}

static void set(se_run *run, const sc_asked_column *column, double value)
{
	si_place place = si_place_of(run->image, column->scalar);
	if (column->kind == SC_COLUMN_STATE)
		run->d->x[place.index] = place.negated ? -value : value;
	else if (column->kind == SC_COLUMN_INPUT)
		sc_set_scalar(run->d, column->scalar, value);
	else
		se_compute_parameters(run, column->scalar, value);
}

static double row_value(const se_run *run, const struct se_derivations *q, uint32_t r)
{
	return q->rows[r].kind == SC_ROW_RATE ? run->d->xd[q->rows[r].number]
										  : sc_scalar_value(run->d, q->rows[r].number);
}

static double step_of(const se_run *run, const sc_asked_column *column, double value)
{
	si_place place = si_place_of(run->image, column->scalar);
	double least = place.store == SI_STATE ? run->nominal[place.index] : value == 0 ? 1 : 0;
	return 0x1p-17 * fmax(fabs(value), least);
}

static bool differ(se_run *run, const struct se_derivations *q, uint32_t c, double *column)
{
	const sc_asked_column *by = &q->columns[c];
	double value = sc_scalar_value(run->d, by->scalar), h = step_of(run, by, value), high = value + h, low = value - h;
	bool given = by->kind == SC_COLUMN_PARAMETER && sc_is_given(run->d, by->scalar);
	set(run, by, high);
	bool good = evaluate(run, by->kind);
	for (uint32_t r = 0; r < q->row_count; r++)
		column[r] = row_value(run, q, r);
	set(run, by, low);
	good = evaluate(run, by->kind) && good;
	for (uint32_t r = 0; r < q->row_count; r++)
		column[r] = (column[r] - row_value(run, q, r)) / (high - low);
	set(run, by, value);
	if (by->kind == SC_COLUMN_PARAMETER) {
		sc_set_given(run->d, by->scalar, given);
		if (run->instants->began_in != run->in)
			sc_set_given(run->frames.at[run->instants->began_in]->d, by->scalar, given);
	}
	return good;
}

static bool by_differences(se_run *run, const struct se_derivations *q, const sc_pattern *p, double *values)
{
	sb_mark mark = sb_arena_mark(run->once);
	uint32_t states = run->image->states;
	double *column = sb_new_array(run->once, double, (size_t)q->row_count + 1);
	const double *x = se_copy_once(run, run->d->x, states, sizeof *x);
	const double *xd = se_copy_once(run, run->d->xd, states, sizeof *xd);
	const double *shown = se_copy_once(run, se_shown_functions(run), run->image->watches.n, sizeof *shown);
	se_trial t = se_begin_trial(run);
	bool good = true;
	for (uint32_t c = 0; c < q->column_count && good; c++) {
		good = differ(run, q, c, column);
		for (uint32_t k = p->column[c]; k < p->column[c + 1]; k++)
			values[k] = column[p->row[k]];
		se_end_trial(run, &t);
		memcpy(run->d->x, x, states * sizeof *x);
	}
	memcpy(run->d->xd, xd, states * sizeof *xd);
	if (run->image->watches.n)
		memcpy(se_shown_functions(run), shown, run->image->watches.n * sizeof *shown);
	sb_arena_rewind(run->once, mark);
	return good;
}

/* ------------------------------------------------------------------------------------------------------- answers */

/* Loops that are solved at events only have no factors where values are shown. */
static bool by_symbols(se_run *run, const struct se_derivations *q, double *values)
{
	const sc_pattern *p = sc_derivatives_pattern(q->q);
	if (!p->symbolic)
		return false;
	if (p->of_instant)
		evaluate(run, SC_COLUMN_INPUT);
	return sc_derivatives_at(q->q, run->d, values);
}

static bool fill(se_run *run, const struct se_derivations *q, const double *values, double *matrix)
{
	const sc_pattern *p = sc_derivatives_pattern(q->q);
	size_t n = q->row_count, m = q->column_count;
	for (size_t k = 0; k < n * m; k++)
		matrix[k] = 0;
	for (uint32_t c = 0; c < m; c++)
		for (uint32_t k = p->column[c]; k < p->column[c + 1]; k++) {
			double value = q->negated[p->row[k]] ? -values[k] : values[k];
			matrix[p->row[k] * m + c] = value;
			if (isfinite(value))
				continue;
			sb_text name = {0};
			si_scalar_name(run->image, q->columns[c].scalar, &name);
			sb_report(run->diag, SB_ERROR, "R0287", (sb_span){0},
					  "a derivative by '%s' has no value at time %.9g: it is infinite there, or something that it is "
					  "computed from has none", name.at, run->d->time);
			sb_text_free(&name);
			return false;
		}
	return true;
}

bool se_derivatives(se_run *run, const se_asked *rows, uint32_t n, const uint32_t *columns, uint32_t m, double *matrix)
{
	se_show(run);
	if (!run->control->shows || run->hold) {
		sb_help(sb_report(run->diag, SB_ERROR, "R0288", (sb_span){0},
						  run->hold ? "there are no derivatives while a motion is held"
									: "only a paused run has derivatives"),
				run->hold ? "ask before the motion is at rest or slides"
						  : "begin the run, or advance it to the time of interest");
		return false;
	}
	question a = { .rows = rows, .n = n, .columns = columns, .m = m };
	if (!sc_translates(run->program)) {
		sb_help(sb_report(run->diag, SB_ERROR, "R0289", (sb_span){0},
						  "there are no derivatives in a program that was read from a file"),
				"they are made from the text of the model: load it in this process");
		return false;
	}
	if (!is_known(run, &a) && !make(run, &a))
		return false;
	const struct se_derivations *q = run->control->derivations;
	const sc_pattern *p = sc_derivatives_pattern(q->q);
	double *values = sb_draw(NULL, ((size_t)p->column[p->n] + 1) * sizeof *values);
	bool good = by_symbols(run, q, values);
	run->control->why_differences = p->why_not    ? p->why_not
									: good        ? NULL
									: p->symbolic ? "an operation in the derivatives has no value there"
												  : "their code could not be made";
	good = good || by_differences(run, q, p, values);
	if (!good)
		for (uint32_t k = 0; k < p->column[p->n]; k++)
			values[k] = NAN;
	good = fill(run, q, values, matrix) && good;
	sb_put_back(values);
	return good;
}

const char *se_why_differences(const se_run *run)
{
	return run->control->why_differences;
}

/* ------------------------------------------------------------------------------------------------- by what is kept */

static bool by_kept(se_run *run, const question *a, double *matrix, const char **why)
{
	if (!is_known(run, a) && !make(run, a))
		return false;
	const struct se_derivations *q = run->control->derivations;
	const sc_pattern *p = sc_derivatives_pattern(q->q);
	double *values = sb_draw(NULL, ((size_t)p->column[p->n] + 1) * sizeof *values);
	bool good = by_symbols(run, q, values) && se_all_finite(values, p->column[p->n]);
	*why = p->why_not ? p->why_not : good ? NULL : "a derivative has no value";
	good = good && fill(run, q, values, matrix);
	sb_put_back(values);
	return good;
}

bool se_derivatives_by_kept(se_run *run, const se_asked *rows, uint32_t n, const uint32_t *columns, uint32_t m,
							uint32_t kept, double *matrix, const char **why)
{
	se_show(run);
	*why = run->control->shows && !run->hold && sc_translates(run->program) ? NULL : "it shows no values";
	question a = { rows, n, columns, m, .kept = kept };
	return !*why && by_kept(run, &a, matrix, why);
}

bool se_derivatives_of_pass(se_run *run, const se_asked *rows, uint32_t n, const uint32_t *columns, uint32_t m,
							uint32_t kept, uint32_t left, double *matrix, const char **why)
{
	question a = { rows, n, columns, m, kept, left, true };
	se_evaluate_all(run);
	bool good = !run->d->failed && by_kept(run, &a, matrix, why);
	sc_forgive(run->d);
	return good;
}

void se_hear_passes(se_run *run, void (*pass)(void *context, bool set), void *context)
{
	run->instants->pass = pass;
	run->instants->pass_context = context;
}
