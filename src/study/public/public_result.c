/* The public interface: what is recorded, and results that outlive their runs, by columns. */
#include "base/json.h"
#include "study/public/public.h"
#include <stdlib.h>
#include <string.h>

void saltus_set_rows(saltus_run *r, saltus_rows_at rows)
{
	static const se_rows known[] = {
		[SALTUS_AT_GRID] = SE_ROWS_GRID, [SALTUS_AT_PEAKS] = SE_ROWS_PEAKS, [SALTUS_AT_STEPS] = SE_ROWS_STEPS,
		[SALTUS_AT_ENDS] = SE_ROWS_ENDS};
	if (r && (unsigned)rows < sizeof known / sizeof *known)
		r->settings.rows = known[rows];
}

static bool do_set_recorded(saltus_run *r, const char *const *patterns, size_t count)
{
	const char **own = sb_new_array(r->arena, const char *, count + 1);
	for (size_t i = 0; i < count; i++)
		own[i] = sb_strdup(r->arena, patterns[i] ? patterns[i] : "");
	r->settings.record = own;
	r->settings.record_count = (uint32_t)count;
	return true;
}

THROUGH_DOOR(bool, false, set_recorded, (saltus_run *r, const char *const *patterns, size_t count),
			 (r, patterns, count))

/* Rows lie in blocks: an array that goes over several of them is put together when it is first asked for. */
struct saltus_result {
	sr_record *record;
	char *title;                     /* the name of the model */
	double *time, **column;          /* put together so far; NULL: not yet */
	sb_diag *diag; sb_text svg, json;
	char broken[ST_BROKEN];          /* of the last call; "": it was not */
};

static saltus_result *do_take(saltus_run *r)
{
	if (se_is_paused(r->run) || !se_record(r->run)) {
		sb_help(sb_report(r->diag, SB_ERROR, "U0961", (sb_span){0},
						  se_is_paused(r->run) ? "the run is paused: its results can be taken when it has ended"
											   : "there are no results: nothing was simulated since they were taken"),
				se_is_paused(r->run) ? "end it with saltus_end" : "simulate first");
		st_public_render(r);
		return NULL;
	}
	saltus_result *x = sb_resize(NULL, sizeof *x);
	memset(x, 0, sizeof *x);
	x->diag = sb_diag_new();
	const char *name = r->program->model->flat->name;
	x->title = strcpy(sb_resize(NULL, strlen(name) + 1), name);
	x->column = memset(sb_resize(NULL, (sr_columns(se_record(r->run)) + 1) * sizeof *x->column), 0,
					   (sr_columns(se_record(r->run)) + 1) * sizeof *x->column);
	x->record = se_take_record(r->run);
	return x;
}

saltus_result *saltus_take_result(saltus_run *r)
{
	saltus_result *volatile x = NULL;
	sb_door door;
	if (!r || r->broken[0])
		return NULL;
	if (SB_ENTER(&door))
		x = do_take(r);
	else
		st_public_break(r, &door);
	sb_leave(&door);
	return x;
}

void saltus_free_result(saltus_result *x)
{
	if (!x)
		return;
	for (uint32_t i = 0; i < sr_columns(x->record); i++)
		free(x->column[i]);
	free(x->column);
	free(x->time);
	free(x->title);
	sb_text_free(&x->svg);
	sb_text_free(&x->json);
	sb_diag_free(x->diag);
	sr_record_free(x->record);
	free(x);
}

size_t saltus_result_rows(const saltus_result *x)
{
	return x ? sr_rows(x->record) : 0;
}

size_t saltus_result_columns(const saltus_result *x)
{
	return x ? sr_columns(x->record) : 0;
}

const char *saltus_column_name(const saltus_result *x, size_t column)
{
	return column < saltus_result_columns(x) ? sr_column_at(x->record, (uint32_t)column)->name : NULL;
}

const char *saltus_column_unit(const saltus_result *x, size_t column)
{
	return column < saltus_result_columns(x) ? sr_column_at(x->record, (uint32_t)column)->unit : "";
}

static size_t find_column(const saltus_result *x, const char *name)
{
	volatile uint32_t found = UINT32_MAX;
	sb_door door;
	if (SB_ENTER(&door))
		found = sr_find(x->record, name);
	sb_leave(&door);
	return found == UINT32_MAX ? SALTUS_NONE : found;
}

size_t saltus_find_column(const saltus_result *x, const char *name)
{
	return x && name ? find_column(x, name) : SALTUS_NONE;
}

/* NULL: there is no memory for it. */
static double *gathered(const saltus_result *x, uint32_t column, bool time)
{
	uint32_t rows = sr_rows(x->record);
	double *to = malloc((rows + 1) * sizeof *to);
	for (uint32_t i = 0; i < rows && to; i++)
		to[i] = time ? sr_time(x->record, i) : sr_value(x->record, i, column);
	return to;
}

const double *saltus_column(saltus_result *x, size_t column, size_t *stride)
{
	*stride = 0;
	if (column >= saltus_result_columns(x))
		return NULL;
	const sr_column *c = sr_column_at(x->record, (uint32_t)column);
	if (c->constant)
		return &c->value;
	size_t step = sr_stride(x->record);
	*stride = step && !c->negated ? step : 1;
	if (step && !c->negated)
		return sr_channels_at(x->record, 0) + c->channel;
	if (!x->column[column])
		x->column[column] = gathered(x, (uint32_t)column, false);
	return x->column[column];
}

const double *saltus_column_time(saltus_result *x)
{
	if (x && !x->time)
		x->time = gathered(x, 0, true);
	return x ? x->time : NULL;
}

/* --------------------------------------------------------------------------------------------- what is made of it */

/* Names to columns; false after a report. */
static bool find_columns(saltus_result *x, const char *const *names, size_t count, uint32_t *out)
{
	bool good = true;
	for (size_t i = 0; i < count; i++) {
		out[i] = names[i] ? sr_find(x->record, names[i]) : UINT32_MAX;
		if (out[i] != UINT32_MAX)
			continue;
		sb_report(x->diag, SB_ERROR, "U0962", (sb_span){0}, "nothing called '%s' was recorded",
				  names[i] ? names[i] : "");
		good = false;
	}
	return good;
}

static bool draw(saltus_result *x, const char *const *names, size_t count, const char *title)
{
	uint32_t *columns = sb_resize(NULL, (count + 1) * sizeof *columns);
	bool good = find_columns(x, names, count, columns);
	x->svg.n = 0;
	if (good)
		sr_plot_svg(x->record, &(sr_figure){.title = title && *title ? title : x->title, .columns = columns,
											.count = (uint32_t)count}, &x->svg);
	free(columns);
	return good;
}

const char *saltus_result_svg(saltus_result *x, const char *const *names, size_t count, const char *title)
{
	volatile bool good = false;
	sb_door door;
	if (!x)
		return "";
	sb_take_back(x->diag, 0, NULL);
	x->broken[0] = 0;
	if (SB_ENTER(&door))
		good = draw(x, names, count, title);
	else
		st_public_break_down(x->broken, &door);
	sb_leave(&door);
	return good ? x->svg.at : "";
}

bool saltus_result_write(saltus_result *x, const char *path)
{
	volatile bool good = false;
	sb_door door;
	if (!x)
		return false;
	sb_take_back(x->diag, 0, NULL);
	x->broken[0] = 0;
	if (SB_ENTER(&door)) {
		const char *dot = path ? strrchr(path, '.') : NULL;
		bool picture = dot && (!strcmp(dot, ".svg") || !strcmp(dot, ".png"));
		good = picture ? sr_plot(x->record, &(sr_figure){.title = x->title}, path, x->diag)
					   : sr_write(x->record, path ? path : "", x->diag);
	} else {
		st_public_break_down(x->broken, &door);
	}
	sb_leave(&door);
	return good;
}

static bool measure(saltus_result *x, saltus_program *p, const char *const *texts, size_t count, double *values)
{
	st_measures *ms = st_measures_read(p->model, "measure", texts, (uint32_t)count, x->diag);
	if (!ms)
		return false;
	st_gauge *g = st_gauge_new(ms);
	st_measured *m = sb_resize(NULL, (count + 1) * sizeof *m);
	st_measure_all(g, x->record, m);
	for (size_t i = 0; i < count; i++)
		values[i] = m[i].value;
	free(m);
	st_gauge_free(g);
	st_measures_free(ms);
	return true;
}

bool saltus_result_measure(saltus_result *x, saltus_program *p, const char *const *texts, size_t count, double *values)
{
	volatile bool good = false;
	sb_door door;
	if (!x || !p || saltus_failed(p))
		return false;
	sb_take_back(x->diag, 0, NULL);
	x->broken[0] = 0;
	if (SB_ENTER(&door))
		good = measure(x, p, texts, count, values);
	else
		st_public_break_down(x->broken, &door);
	sb_leave(&door);
	return good;
}

const char *saltus_result_messages_json(saltus_result *x)
{
	return x ? st_public_json(&x->json, x->diag, 0, x->broken) : "[]";
}
