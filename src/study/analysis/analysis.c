/* Points at rest, and sweeps of them. */
#include "study/analysis/study_analysis.h"

#include <math.h>
#include <string.h>

st_table *st_new_table(st_analysing *w, const sm_analysis *a, const char *kind, const char *name, const char *axis,
					   const char *type, const sb_strings *names, bool pairs)
{
	uint32_t n = names->n * (pairs ? 2 : 1);
	sr_column *columns = sb_new_array(w->arena, sr_column, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		const char *plain = names->at[pairs ? i / 2 : i];
		columns[i] = (sr_column){.unit = "", .description = "", .channel = i,
			.name = pairs ? sb_printf(w->arena, i % 2 ? "im(%s)" : "re(%s)", plain) : plain};
	}
	sb_push(w->arena, *w->out, ((st_table){.of = a, .kind = kind, .plot = {.title = w->list->title, .name = name,
		.axis = axis, .axis_type = type, .record = sr_record_new(columns, n, n), .pairs = pairs}}));
	return &w->out->at[w->out->n - 1];
}

bool st_rest(st_analysing *w, bool near)
{
	se_settings s = se_defaults(sc_image(w->m->program));
	s.stop = s.start + 1;            /* nothing of it is run */
	s.interval = 1;
	s.record_nothing = true;
	s.near = near;
	bool good = se_begin(w->run, &s) == SE_PAUSED;
	if (good)
		se_show(w->run);
	return good;
}

static bool is_no_message(const char *code)
{
	(void)code;
	return false;
}

/* From the point before; if there is none near, from the start values. */
static bool rest_again(st_analysing *w)
{
	uint32_t said = sb_messages(w->m->diag);
	if (st_rest(w, true))
		return true;
	se_end(w->run);
	sb_take_back(w->m->diag, said, is_no_message);
	return st_rest(w, false);
}

static void put_row(st_analysing *w, st_table *t, double at)
{
	double *row = sr_row((sr_record *)t->plot.record, at, SR_GRID);
	for (uint32_t i = 0; i < w->curves.n; i++)
		row[i] = se_value(w->run, w->curves.at[i]);
}

static void point(st_analysing *w, const sm_analysis *a)
{
	st_table *t = st_new_table(w, a, "op", "Operating Point", "point", "notype", &w->names, false);
	if (st_rest(w, false))
		put_row(w, t, 0);
	se_end(w->run);
}

/* ------------------------------------------------------------------------------------------------------- sweeps */

/* An axis whose values are part of the structure: the model is translated for each. */
static bool load_again(st_analysing *w, const sm_axis *axis, double value)
{
	char digits[32];
	sb_real_text(digits, value);
	st_given given = {.name = axis->name, .value = digits};
	st_options options = {.given = &given, .given_count = 1, .depth = ST_CODE};
	st_model *m = st_load(w->path, w->part, &options);
	if (!m->program || sb_errors(m->diag)) {
		sb_report(w->m->diag, SB_ERROR, "U0690", (sb_span){0}, "the model could not be translated with %s = %s",
				axis->shown,
				  digits);
		st_free(m);
		return false;
	}
	se_run *run = st_run(m, m->diag);
	st_analysing inner = *w;
	inner.m = m;
	inner.run = run;
	bool good = st_rest(&inner, false);
	if (good)
		put_row(&inner, &w->out->at[w->out->n - 1], value);
	else
		sb_report(w->m->diag, SB_ERROR, "U0690", (sb_span){0}, "there is no point at rest with %s = %s", axis->shown,
				digits);
	se_end(run);
	se_run_free(run);
	st_free(m);
	return good;
}

static bool set(st_analysing *w, const sm_axis *axis, double value)
{
	uint32_t scalar;
	return st_settable(w->m, axis->name, &scalar) && se_set(w->run, scalar, value);
}

static bool needs_translation(const st_analysing *w, const sm_axis *axis)
{
	return st_needs_translation(w->m, axis->name, "1");
}

static bool line(st_analysing *w, const sm_analysis *a, const char *name)
{
	const sm_axis *x = &a->axes[0];
	st_table *t = st_new_table(w, a, "dc", name, x->shown, "notype", &w->names, false);
	bool again = needs_translation(w, x);
	for (uint32_t i = 0; i < x->values.n; i++) {
		if (again) {
			if (!load_again(w, x, x->values.at[i]))
				return false;
			continue;
		}
		if (!set(w, x, x->values.at[i]))
			return false;
		bool good = i ? rest_again(w) : st_rest(w, false);
		if (good)
			put_row(w, t, x->values.at[i]);
		se_end(w->run);
		if (!good) {
			sb_help(sb_report(w->m->diag, SB_ERROR, "U0690", a->span, "there is no point at rest with %s = %.9g",
					x->shown,
							  x->values.at[i]), "the points before it are in the results");
			return false;
		}
	}
	return true;
}

static void sweep(st_analysing *w, const sm_analysis *a)
{
	const sm_axis *outer = a->axis_count > 1 ? &a->axes[1] : NULL;
	if (outer && (needs_translation(w, outer) || needs_translation(w, &a->axes[0]))) {
		sb_help(sb_report(w->m->diag, SB_ERROR, "U0691", a->span,
				"a sweep of two quantities cannot vary '%s', which is part "
						  "of the structure", needs_translation(w, outer) ? outer->shown : a->axes[0].shown),
				"sweep it alone");
		return;
	}
	for (uint32_t i = 0; i < (outer ? outer->values.n : 1); i++) {
		if (outer && !set(w, outer, outer->values.at[i]))
			return;
		const char *name = outer ? sb_printf(w->arena, "DC transfer characteristic, %s = %.9g", outer->shown,
											 outer->values.at[i]) : "DC transfer characteristic";
		if (!line(w, a, name))
			return;
	}
}

/* -------------------------------------------------------------------------------------------------------- all */

/* Parameters that a sweep has set have their own values again. */
static void unset(st_analysing *w, const sm_analysis *a)
{
	for (uint32_t i = 0; i < a->axis_count && a->kind == SM_SWEEP; i++) {
		uint32_t scalar;
		if (!needs_translation(w, &a->axes[i]) && st_settable(w->m, a->axes[i].name, &scalar))
			se_unset(w->run, scalar);
	}
}

static void choose_curves(st_analysing *w)
{
	const sm_model *flat = w->m->flat;
	sb_text name = {0};
	for (uint32_t i = 0; i < flat->stored.n; i++) {
		name.n = 0;
		sm_scalar_name(flat, flat->stored.at[i], &name);
		sb_push(w->arena, w->curves, flat->stored.at[i]);
		sb_push(w->arena, w->names, (const char *)sb_strdup(w->arena, name.at));
	}
	sb_text_free(&name);
}

void st_analyse(st_model *m, const char *path, const sm_analyses *list, sb_arena *arena, st_tables *out)
{
	st_analysing w = {.m = m, .path = path, .part = list->part, .list = list, .arena = arena, .out = out};
	choose_curves(&w);
	w.run = st_run(m, m->diag);
	for (uint32_t i = 0; i < list->of.n && !sb_errors(m->diag); i++) {
		const sm_analysis *a = &list->of.at[i];
		if (a->kind == SM_REST)
			point(&w, a);
		else if (a->kind == SM_SWEEP)
			sweep(&w, a);
		else if (a->kind == SM_RESPONSE)
			st_respond(&w, a);
		else if (a->kind == SM_POLES)
			st_find_poles(&w, a);
		else if (a->kind == SM_NOISE)
			st_find_noise(&w, a);
		else
			st_find_transfer(&w, a);
		unset(&w, a);
	}
	se_run_free(w.run);
}

void st_tables_free(st_tables *tables)
{
	for (uint32_t i = 0; i < tables->n; i++)
		sr_record_free((sr_record *)tables->at[i].plot.record);
	tables->n = 0;
}
