/* A, B, C and D of the model, or of a component in it, where a run stands.
 *
 * The derivatives are those of rates and outputs by states and inputs. For a component, which was opened when the model
 * was loaded, they are asked for by the offsets of its inputs, and the inputs u themselves are further rows. What comes
 * back to them through the model is taken out by algebra:
 *
 *     [x'; y; u] = [F G; H K; U V] [x; offset]      offset = V^-1 (u - U x)
 *     A = F - G V^-1 U,   B = G V^-1,   C = H - K V^-1 U,   D = K V^-1
 *
 * so the signals are cut, whatever they are connected to, and the point is that of the whole model. */
#include "model/rewrite/rewrite.h"
#include "study/point/channels.h"
#include "study/point/constrained.h"
#include <float.h>
#include <math.h>
#include <string.h>

typedef struct work {
	const st_model *m;
	se_run *run;
	const st_linear_request *q;
	sb_arena *arena;
	sb_diag *diag;
	st_selection inputs, outputs;
	uint32_t n;                      /* states of the mode */
	st_dense f, g, h, k;             /* of x', of y: by x, by u */
} work;

const char *st_scalar_name(const sm_model *m, sb_arena *arena, uint32_t scalar)
{
	sb_text name = {0};
	sm_scalar_name(m, scalar, &name);
	const char *out = sb_strdup(arena, name.at);
	sb_text_free(&name);
	return out;
}

/* -------------------------------------------------------------------------------------------- inputs and outputs */

static const sm_variable *variable_of(const work *w, uint32_t scalar)
{
	uint32_t element;
	return sm_var(w->m->flat, sm_variable_of_scalar(w->m->flat, scalar, &element));
}

static void select(work *w, st_selection *s, uint32_t scalar, uint32_t offset)
{
	for (uint32_t i = 0; i < s->scalars.n; i++)
		if (s->scalars.at[i] == scalar)
			return;
	sb_push(w->arena, s->scalars, scalar);
	sb_push(w->arena, s->offsets, offset);
	sb_push(w->arena, s->names, st_scalar_name(w->m->flat, w->arena, scalar));
}

/* Inputs that there are: those of the component that are different ones, or those of the model that nothing gives. */
static void all_inputs(work *w, st_selection *out)
{
	const sm_model *flat = w->m->flat;
	for (uint32_t i = 0; w->q->component && i < w->m->opened.n; i++)
		if (w->m->opened.at[i].with == w->m->opened.at[i].input)
			select(w, out, w->m->opened.at[i].input, w->m->opened.at[i].offset);
	for (uint32_t i = 0; !w->q->component && i < flat->variables.n; i++) {
		const sm_variable *v = sm_var(flat, i);
		for (uint32_t k = 0; v->held && !v->hidden && v->type == SX_REAL && k < v->count; k++)
			select(w, out, v->first + k, v->first + k);
	}
}

static void all_outputs(work *w, st_selection *out)
{
	const sm_model *flat = w->m->flat;
	for (uint32_t i = 0; i < flat->variables.n; i++) {
		const sm_variable *v = sm_var(flat, i);
		bool wanted = w->q->component ? v->port == SM_PORT_OUTPUT && strcmp(v->component, w->q->component) == 0
									  : v->causality == SM_OUTPUT;
		for (uint32_t k = 0; wanted && !v->hidden && v->type == SX_REAL && k < v->count; k++)
			select(w, out, v->first + k, 0);
	}
}

static bool names_match(const work *w, const char *pattern, const char *name)
{
	const char *c = w->q->component;
	size_t n = c ? strlen(c) : 0;
	return sb_matches(pattern, name) || (n && strncmp(name, c, n) == 0 && name[n] == '.' &&
										 sb_matches(pattern, name + n + 1));
}

static bool is_settable(const sm_variable *v)
{
	return v->variability == SM_PARAMETER && v->type == SX_REAL && !v->final && !v->structural && !v->hidden;
}

static bool can_be_output(const sm_variable *v)
{
	return v->type == SX_REAL && !v->hidden && v->variability != SM_PARAMETER && v->variability != SM_CONSTANT;
}

/* Anything that can be differentiated, where a pattern names it. */
static void select_named(work *w, st_selection *out, const char *pattern, bool inputs)
{
	const sm_model *flat = w->m->flat;
	sb_text name = {0};
	for (uint32_t i = 0; i < flat->variables.n; i++) {
		const sm_variable *v = sm_var(flat, i);
		if (!(inputs ? is_settable(v) && !strpbrk(pattern, "*?") && !w->q->component : can_be_output(v)))
			continue;
		for (uint32_t k = 0; k < v->count; k++) {
			name.n = 0;
			sm_scalar_name(flat, v->first + k, &name);
			if (names_match(w, pattern, name.at))
				select(w, out, v->first + k, v->first + k);
		}
	}
	sb_text_free(&name);
}

static void tell_names(sb_message *m, const char *what, const sb_strings *names)
{
	sb_text list = {0};
	for (uint32_t i = 0; i < names->n && i < 20; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", names->at[i]);
	if (names->n)
		sb_note(m, "%s %s%s", what, list.at, names->n > 20 ? ", ..." : "");
	sb_text_free(&list);
}

/* Components with inputs, outside of which signals can be cut. */
static void tell_components(const work *w, sb_message *m)
{
	const sm_model *flat = w->m->flat;
	sb_strings names = {0};
	for (uint32_t i = 0; i < flat->variables.n; i++) {
		const sm_variable *v = sm_var(flat, i);
		bool known = v->port != SM_PORT_INPUT || v->type != SX_REAL || !*v->component || strchr(v->component, '.');
		for (uint32_t k = 0; k < names.n && !known; k++)
			known = strcmp(names.at[k], v->component) == 0;
		if (!known)
			sb_push(w->arena, names, v->component);
	}
	tell_names(m, "components with inputs, for --component:", &names);
}

static const char *whole_name(const work *w)
{
	return w->q->component ? w->q->component : w->m->flat->name;
}

static bool no_such(work *w, const char *pattern, const st_selection *there, bool inputs)
{
	uint32_t scalar = sm_find_scalar(w->m->flat, pattern);
	const sm_variable *v = scalar == UINT32_MAX ? NULL : variable_of(w, scalar);
	sb_message *m = sb_report(w->diag, SB_ERROR, inputs ? "U0601" : "U0602", v ? v->span : (sb_span){0},
							  v                          ? "'%s' is no %s of %s"
							  : strpbrk(pattern, "*?") ? "'%s' matches no %s of %s"
														 : "there is no '%s' to be an %s of %s",
							  pattern, inputs ? "input" : "output", whole_name(w));
	if (v && inputs)
		sb_note(m, "it is %s", v->variability == SM_PARAMETER && v->structural ? "a parameter of the structure"
							   : v->variability == SM_PARAMETER || v->variability == SM_CONSTANT
								   ? "a constant, or a final parameter"
								   : "computed by equations");
	tell_names(m, inputs ? "inputs are" : "outputs are", &there->names);
	const char *near = v ? NULL : sb_nearest(pattern, there->names.at, there->names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, inputs ? "inputs are those of the model that nothing is connected to, or Real parameters; of a "
							"component, see --component"
						  : "outputs are any Real variables of the model");
	return false;
}

static bool choose(work *w, st_selection *out, const char *const *patterns, uint32_t count, bool inputs)
{
	st_selection all = {0};
	if (inputs)
		all_inputs(w, &all);
	else
		all_outputs(w, &all);
	if (!count)
		*out = all;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t before = out->scalars.n, found = 0;
		for (uint32_t k = 0; k < all.scalars.n; k++)
			if (names_match(w, patterns[i], all.names.at[k])) {
				found++;
				select(w, out, all.scalars.at[k], all.offsets.at[k]);
			}
		if (!found)
			select_named(w, out, patterns[i], inputs);
		if (!found && out->scalars.n == before)
			return no_such(w, patterns[i], &all, inputs);
	}
	return true;
}

/* Of der(x) = der(u) - x, a matrix B for u alone would be zero. */
static bool have_no_rates(work *w)
{
	for (uint32_t i = 0; i < w->inputs.scalars.n; i++) {
		const sm_variable *v = variable_of(w, w->inputs.scalars.at[i]);
		if (!sm_is_followed(w->m->flat, (uint32_t)(v - w->m->flat->variables.at)))
			continue;
		sb_message *m = sb_report(w->diag, SB_ERROR, "U0966", v->span,
								  "the model reads the derivative of the input '%s': A, B, C and D do not tell what it "
								  "does", v->name);
		sb_help(m, "make the derivative an input, and '%s' a state that is integrated from it; or choose other inputs "
				"with --inputs", v->name);
		return false;
	}
	return true;
}

/* A model may have none of one; it has poles all the same. */
static bool tell_missing(work *w)
{
	if (!w->inputs.scalars.n) {
		sb_message *m = sb_report(w->diag, SB_WARNING, "U0603", (sb_span){0},
								  "%s has no inputs: there is no B and no D", whole_name(w));
		st_selection parameters = {0};
		for (uint32_t i = 0; i < w->m->flat->variables.n && parameters.names.n < 21; i++)
			if (is_settable(sm_var(w->m->flat, i)) && !sm_var(w->m->flat, i)->rank)
				select(w, &parameters, sm_var(w->m->flat, i)->first, 0);
		if (!w->q->component) {
			tell_names(m, "parameters, for --inputs:", &parameters.names);
			tell_components(w, m);
		}
		sb_help(m, "declare 'input Real u' in the model, or choose with --inputs or --component");
	}
	if (!w->outputs.scalars.n) {
		st_selection states = {0};
		for (uint32_t i = 0; i < w->n && i < 21; i++)
			select(w, &states, se_state(w->run, i), 0);
		sb_message *m = sb_report(w->diag, SB_WARNING, "U0604", (sb_span){0},
								  "%s has no outputs: there is no C and no D", whole_name(w));
		tell_names(m, "states, for --outputs:", &states.names);
		sb_help(m, "declare 'output Real y' in the model, or choose Real variables with --outputs");
	}
	if (w->n || (w->inputs.scalars.n && w->outputs.scalars.n))
		return true;
	sb_report(w->diag, SB_ERROR, "U0605", (sb_span){0}, "there is nothing to linearise in %s: it has no states, and %s",
			  whole_name(w), w->inputs.scalars.n ? "no outputs" : "no inputs");
	return false;
}

/* ------------------------------------------------------------------------------------------------------ derivatives */

static void tell_differences(const work *w)
{
	const char *why = se_why_differences(w->run);
	if (!why)
		return;
	sb_message *m = sb_report(w->diag, SB_WARNING, "U0982", (sb_span){0},
							  "the matrices are found by differences, not by symbols: %s", why);
	sb_note(m, "they are good to about 1e-9 of the size of what they are computed from; what should cancel does not "
			   "quite do so");
}

/* All that is asked for at once: rows are rates, outputs and, of a component, its inputs. */
static bool differentiate(work *w, st_dense *out)
{
	uint32_t n = w->n, m = w->inputs.scalars.n, p = w->outputs.scalars.n, own = w->q->component ? m : 0;
	se_asked *rows = sb_new_array(w->arena, se_asked, n + p + own + 1);
	uint32_t *columns = sb_new_array(w->arena, uint32_t, n + m + 1);
	double *matrix = sb_new_array(w->arena, double, (size_t)(n + p + own) * (n + m) + 1);
	for (uint32_t i = 0; i < n; i++) {
		columns[i] = se_state(w->run, i);
		rows[i] = (se_asked){columns[i], true};
	}
	for (uint32_t i = 0; i < p; i++)
		rows[n + i] = (se_asked){w->outputs.scalars.at[i], false};
	for (uint32_t i = 0; i < own; i++)
		rows[n + p + i] = (se_asked){w->inputs.scalars.at[i], false};
	for (uint32_t i = 0; i < m; i++)
		columns[n + i] = w->inputs.offsets.at[i];
	if (!se_derivatives(w->run, rows, n + p + own, columns, n + m, matrix))
		return false;
	*out = st_dense_of_rows(w->arena, n + p + own, n + m, matrix);
	tell_differences(w);
	return true;
}

/* a - b c, where what cancels to rounding is zero. */
static st_dense less(sb_arena *arena, const st_dense *a, const st_dense *b, const st_dense *c)
{
	st_dense out = st_dense_copy(arena, a);
	for (uint32_t i = 0; i < a->rows; i++)
		for (uint32_t k = 0; k < a->columns; k++) {
			double *e = st_element(&out, i, k), size = fabs(*e);
			for (uint32_t j = 0; j < b->columns; j++) {
				double term = *st_element(b, i, j) * *st_element(c, j, k);
				*e -= term;
				size += fabs(term);
			}
			if (fabs(*e) <= 8 * DBL_EPSILON * size)
				*e = 0;
		}
	return out;
}

/* All inputs of the component are cut, also those that are not asked for: they keep their values. */
static bool open_loops(work *w, const st_selection *asked)
{
	uint32_t n = w->n, m = w->inputs.scalars.n, p = w->outputs.scalars.n;
	st_dense all, one = st_dense_identity(w->arena, m), inverse;
	if (!differentiate(w, &all))
		return false;
	st_dense f = st_dense_part(w->arena, &all, 0, 0, n, n), g = st_dense_part(w->arena, &all, 0, n, n, m);
	st_dense h = st_dense_part(w->arena, &all, n, 0, p, n), k = st_dense_part(w->arena, &all, n, n, p, m);
	st_dense u = st_dense_part(w->arena, &all, n + p, 0, m, n), v = st_dense_part(w->arena, &all, n + p, n, m, m);
	if (!st_dense_solve(w->arena, &v, &one, &inverse)) {
		sb_message *e = sb_report(w->diag, SB_ERROR, "U0606", (sb_span){0},
								  "the inputs of '%s' cannot be cut off from what gives them at time %.9g",
								  w->q->component, se_time(w->run));
		sb_note(e, "an algorithm, a clock or a when-clause gives them, or they are algebraic functions of each other");
		sb_help(e, "linearise a component whose inputs are connected to continuous signals");
		return false;
	}
	st_dense back = st_dense_times(w->arena, &inverse, &u);
	w->f = less(w->arena, &f, &g, &back);
	w->h = less(w->arena, &h, &k, &back);
	g = st_dense_times(w->arena, &g, &inverse);
	k = st_dense_times(w->arena, &k, &inverse);
	w->g = st_dense_new(w->arena, n, asked->scalars.n);
	w->k = st_dense_new(w->arena, p, asked->scalars.n);
	for (uint32_t i = 0; i < asked->scalars.n; i++)
		for (uint32_t j = 0; j < m; j++) {
			st_dense column = st_dense_part(w->arena, &g, 0, j, n, 1);
			if (w->inputs.scalars.at[j] != asked->scalars.at[i])
				continue;
			st_dense_put(&w->g, 0, i, &column);
			column = st_dense_part(w->arena, &k, 0, j, p, 1);
			st_dense_put(&w->k, 0, i, &column);
		}
	w->inputs = *asked;
	return true;
}

static bool find_matrices(work *w)
{
	uint32_t n = w->n, m = w->inputs.scalars.n, p = w->outputs.scalars.n;
	if (w->q->component) {
		st_selection asked = w->inputs;
		w->inputs = (st_selection){0};
		all_inputs(w, &w->inputs);
		return open_loops(w, &asked);
	}
	st_dense all;
	if (!differentiate(w, &all))
		return false;
	w->f = st_dense_part(w->arena, &all, 0, 0, n, n);
	w->g = st_dense_part(w->arena, &all, 0, n, n, m);
	w->h = st_dense_part(w->arena, &all, n, 0, p, n);
	w->k = st_dense_part(w->arena, &all, n, n, p, m);
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- states */

/* States of the component, and those around it that its states and outputs depend on, which is not by signals. */
static void find_needed(const work *w, bool *needed)
{
	size_t length = strlen(w->q->component);
	for (uint32_t i = 0; i < w->n; i++) {
		const char *name = st_scalar_name(w->m->flat, w->arena, se_state(w->run, i));
		needed[i] = strncmp(name, w->q->component, length) == 0 && name[length] == '.';
		for (uint32_t k = 0; k < w->h.rows; k++)
			needed[i] = needed[i] || *st_element(&w->h, k, i) != 0;
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < w->n; i++)
			for (uint32_t k = 0; needed[i] && k < w->n; k++)
				if (!needed[k] && *st_element(&w->f, i, k) != 0)
					needed[k] = changed = true;
	}
}

static void drop_others(work *w, st_linear *out, sb_u32s *states)
{
	bool *needed = sb_new_array(w->arena, bool, w->n + 1);
	size_t length = strlen(w->q->component);
	sb_u32s kept = {0};
	find_needed(w, needed);
	for (uint32_t i = 0; i < states->n; i++) {
		const char *name = st_scalar_name(w->m->flat, w->arena, se_state(w->run, states->at[i]));
		if (!needed[states->at[i]])
			continue;
		sb_push(w->arena, kept, states->at[i]);
		if (strncmp(name, w->q->component, length) != 0 || name[length] != '.')
			sb_push(w->arena, out->around, name);
	}
	*states = kept;
}

static st_dense picked(work *w, const st_dense *m, const sb_u32s *rows, const sb_u32s *columns)
{
	st_dense out = st_dense_new(w->arena, rows ? rows->n : m->rows, columns ? columns->n : m->columns);
	for (uint32_t i = 0; i < out.rows; i++)
		for (uint32_t k = 0; k < out.columns; k++)
			*st_element(&out, i, k) =
				*st_element(m, rows ? rows->at[i] : i, columns ? columns->at[k] : k) + 0.0;      /* no -0 */
	return out;
}

/* Below it, a rate is zero: a part of what the states by their sizes do to it, in any unit of time; or rounding. */
static double rest_of(const work *w, const sb_u32s *states, const st_linear *l, uint32_t i)
{
	double sum = 0, own = 0;
	for (uint32_t k = 0; k < states->n; k++) {
		double size = fmax(fabs(l->x[k]), se_state_size(w->run, states->at[k]));
		sum += fabs(*st_element(&l->s.a, i, k)) * size;
		own = k == i ? size : own;
	}
	return 1e-6 * sum + 1e-12 * own;
}

static void find_point(work *w, const sb_u32s *states, st_linear *out)
{
	uint32_t n = states->n, m = w->inputs.scalars.n, p = w->outputs.scalars.n;
	sb_strings names = {0};
	out->time = se_time(w->run);
	out->x = sb_new_array(w->arena, double, n + 1);
	out->rate = sb_new_array(w->arena, double, n + 1);
	out->u = sb_new_array(w->arena, double, m + 1);
	out->y = sb_new_array(w->arena, double, p + 1);
	out->at_rest = true;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t scalar = se_state(w->run, states->at[i]);
		sb_push(w->arena, names, st_scalar_name(w->m->flat, w->arena, scalar));
		out->x[i] = se_value(w->run, scalar);
		out->rate[i] = se_rate(w->run, states->at[i]);
	}
	for (uint32_t i = 0; i < n; i++)
		out->at_rest = out->at_rest && fabs(out->rate[i]) <= rest_of(w, states, out, i);
	for (uint32_t i = 0; i < m; i++)
		out->u[i] = se_value(w->run, w->inputs.scalars.at[i]);
	for (uint32_t i = 0; i < p; i++)
		out->y[i] = se_value(w->run, w->outputs.scalars.at[i]);
	out->s.states = names.at;
	out->s.inputs = w->inputs.names.at;
	out->s.outputs = w->outputs.names.at;
}

static void tell_limits(work *w)
{
	sb_text written = {0};
	sb_span span;
	for (uint32_t from = 0; se_condition_at_limit(w->run, &from, &written, &span); written.n = 0) {
		sb_message *m = sb_report(w->diag, SB_WARNING, "U0607", span,
								  "the run stands on the limit of '%s': the linear system is that of one of its sides",
								  written.at);
		sb_help(m, "linearise at another point, or look at both sides of it");
	}
	sb_text_free(&written);
	if (sc_image(w->m->program)->delays.n)
		sb_help(sb_report(w->diag, SB_WARNING, "U0608", (sb_span){0},
						  "the model has delays: what comes out of them is held in the linear system"),
				"replace a delay by an approximation with states, if it matters");
}

bool st_choose_channels(const st_model *m, se_run *run, const st_linear_request *q, sb_arena *arena, sb_diag *diag,
						st_selection *inputs, st_selection *outputs)
{
	work w = {.m = m, .run = run, .q = q, .arena = arena, .diag = diag, .n = se_states(run)};
	bool good = choose(&w, &w.inputs, q->inputs, q->input_count, true) &&
				choose(&w, &w.outputs, q->outputs, q->output_count, false) && have_no_rates(&w) && tell_missing(&w);
	*inputs = w.inputs;
	*outputs = w.outputs;
	return good;
}

bool st_linearise(const st_model *m, se_run *run, const st_linear_request *q, sb_arena *arena, sb_diag *diag,
				  st_linear *out)
{
	work w = {.m = m, .run = run, .q = q, .arena = arena, .diag = diag, .n = se_states(run)};
	sb_u32s states = {0};
	*out = (st_linear){0};
	se_show(run);
	if (!q->bare && (!choose(&w, &w.inputs, q->inputs, q->input_count, true) ||
					 !choose(&w, &w.outputs, q->outputs, q->output_count, false) || !have_no_rates(&w) ||
					 !tell_missing(&w)))
		return false;
	if (!find_matrices(&w))
		return false;
	for (uint32_t i = 0; i < w.n; i++)
		sb_push(arena, states, i);
	st_constrained c = {.run = run, .arena = arena, .diag = diag, .f = w.f, .g = w.g, .h = w.h};
	if (!st_constrain(&c, &states))
		return false;
	for (uint32_t i = 0; i < c.dependent.n; i++)
		sb_push(arena, out->dependent, st_scalar_name(m->flat, arena, se_state(run, c.dependent.at[i])));
	w.f = c.f;
	w.h = c.h;
	if (q->component)
		drop_others(&w, out, &states);
	out->s.a = picked(&w, &w.f, &states, &states);
	out->s.b = picked(&w, &w.g, &states, NULL);
	out->s.c = picked(&w, &w.h, NULL, &states);
	out->s.d = picked(&w, &w.k, NULL, NULL);
	find_point(&w, &states, out);
	if (!q->bare)
		tell_limits(&w);
	return true;
}
