/* Recording: which variables make columns, and when rows are made.
 *
 * A channel is a place; all aliases of a place share it. What is computed from parameters alone is a constant column.
 * Where the structure changes, what is equal or constant in one mode need not be so in another: then each scalar has a
 * channel of its own, and each mode places for all of them.
 * Grid points inside a step are interpolated. A grid point that meets an instant is left to the instant (E21).
 */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/record/record.h"
#include "engine/solve/engine_solve.h"
#include <math.h>
#include <string.h>

static bool wanted(const se_run *run, const char *name)
{
	for (uint32_t i = 0; i < run->settings.record_count; i++)
		if (sb_matches(run->settings.record[i], name))
			return true;
	return run->settings.record_count == 0;
}

static sr_column column_of(const se_run *run, sb_arena *scratch, const si_variable *v, const char *name)
{
	const si_unit *u = &run->image->units.at[v->measure];
	sr_column c = {.name = name,
				   .unit = si_word(run->image, u->unit),
				   .description = si_word(run->image, v->description)};
	if (u->is_shown) {
		c.shown_factor = u->factor;
		c.shown_offset = u->offset;
		c.shown_unit = si_word(run->image, u->display);
	}
	c.kind = v->enumeration            ? SR_ENUM
	         : v->type == SI_TYPE_INTEGER   ? SR_INTEGER
	         : v->type == SI_TYPE_BOOLEAN   ? SR_BOOLEAN
	                                   : SR_REAL;
	if (v->enumeration) {
		const si_enum *e = &run->image->enums.at[v->enumeration - 1];
		const char **literals = sb_new_array(scratch, const char *, e->literals.n + 1);
		for (uint32_t k = 0; k < e->literals.n; k++)
			literals[k] = si_word(run->image, run->image->numbers.at[e->literals.first + k]);
		c.literals = literals;
		c.literal_count = e->literals.n;
	}
	c.discrete = v->variability != SI_CONTINUOUS || v->type != SI_TYPE_REAL;
	return c;
}

typedef struct opening {
	se_run *run;
	sb_arena *scratch;
	sb_map fixed, channel_of;
	se_rate_map rate_map;
	sb_vec(sr_column) columns;
	sb_vec(si_place) channels;
	sb_text name;
} opening;

static uint32_t channel(opening *o, si_place place)
{
	uint64_t key = sb_pair(place.store, place.index), found;
	if (!sb_map_get(&o->channel_of, key, &found)) {
		found = o->channels.n;
		sb_push(o->scratch, o->channels, place);
		sb_map_put(&o->channel_of, key, found);
	}
	return (uint32_t)found;
}

static void add_scalar(opening *o, const si_variable *v, uint32_t s)
{
	se_run *run = o->run;
	o->name.n = 0;
	si_scalar_name(run->image, s, &o->name);
	if (!wanted(run, o->name.at))
		return;
	sr_column c = column_of(run, o->scratch, v, sb_strdup(o->scratch, o->name.at));
	si_place place = si_place_of(run->image, s);
	c.constant = se_is_fixed(run, &o->fixed, s);
	c.negated = place.negated;
	c.state = place.store == SI_STATE && si_state_scalar(run->image, place.index) == s;
	if (c.constant)
		sb_push(run->once, run->recording->constants, s);
	else
		c.channel = channel(o, place);
	sb_push(o->scratch, o->columns, c);
}

static sr_column rate_column(const se_run *run, const si_variable *v, const char *name)
{
	const si_unit *u = &run->image->units.at[v->measure];
	return (sr_column){.name = name, .description = "", .unit = v->mixed_units ? "" : si_word(run->image, u->rate)};
}

static void add_rate(opening *o, const si_variable *v, uint32_t s)
{
	o->name.n = 0;
	se_rate_name(o->run->image, s, &o->name);
	if (!wanted(o->run, o->name.at))
		return;
	si_place place = se_rate_place(&o->rate_map, s);
	sr_column c = rate_column(o->run, v, sb_strdup(o->scratch, o->name.at));
	c.negated = place.negated;
	c.channel = channel(o, place);
	sb_push(o->scratch, o->columns, c);
}

/* Patterns of names of derivatives, as patterns of what is differentiated: der(x) gives x. */
static uint32_t inside_der(opening *o, const char **out)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < o->run->settings.record_count; i++) {
		const char *p = o->run->settings.record[i];
		size_t plain = strcspn(p, "*?");
		if (strncmp(p, "der(", plain < 4 ? plain : 4) != 0)
			continue;
		out[n++] = "*";
		if (plain < 4 || strlen(p) < 5)
			continue;
		size_t length = strlen(p + 4);
		out[n - 1] = p[plain] || p[3 + length] != ')' ? p + 4 : sb_strndup(o->scratch, p + 4, length - 1);
	}
	return n;
}

static void open_sinks(se_run *run)
{
	se_recording *r = run->recording;
	r->sink_count = 0;
	r->rows = 0;
	r->last = -INFINITY;
	if (!run->settings.pass_on || se_has_pieces(run->settings.rows))
		r->sinks[r->sink_count++] = sr_record_sink(run->record);
	if (run->settings.sink.row)
		r->sinks[r->sink_count++] = run->settings.sink;
}

static void open_channels(se_run *run, const sr_column *columns, uint32_t column_count, uint32_t channels)
{
	run->record = sr_record_new(columns, column_count, channels);
	if (run->settings.journal > 0)
		sr_record_journal(run->record, run->settings.journal);
	run->channel_count = channels;
	run->channels = sb_new_array(run->once, si_place, channels + 1);
	run->recording->left_row = sb_new_array(run->once, double, channels + 1);
	run->recording->right_row = sb_new_array(run->once, double, channels + 1);
	run->recording->new_row = sb_new_array(run->once, double, channels + 1);
	run->recording->near_row = sb_new_array(run->once, double, channels + 1);
	run->recording->first_row = sb_new_array(run->once, double, channels + 1);
	run->recording->near = INFINITY;
	run->recording->near_known = false;
	open_sinks(run);
	se_peaks_open(run);
	if (se_has_pieces(run->settings.rows)) {
		run->recording->piece = sb_new_array(run->once, double, SE_PIECE * (size_t)channels + 1);
		run->recording->largest = sb_new_array(run->once, double, channels + 1);
		se_extremes_open(run);
	}
}

static bool own_name(const se_run *run, uint32_t s, bool rate, sb_text *name)
{
	name->n = 0;
	if (rate)
		se_rate_name(run->image, s, name);
	else
		si_scalar_name(run->image, s, name);
	return wanted(run, name->at);
}

static void open_for_modes(se_run *run)
{
	sb_arena *scratch = sb_arena_new();
	const bool *rates = se_named_rates(run->image, scratch);
	sb_vec(sr_column) columns = {0};
	sb_text name = {0};
	run->channel_of.at = NULL;
	run->channel_of.n = run->channel_of.cap = 0;
	for (int rate = 0; rate < 2; rate++)
		for (uint32_t i = 0; i < run->image->variables.n; i++) {
			const si_variable *v = &run->image->variables.at[i];
			for (uint32_t s = v->first; s < v->first + v->count && !v->hidden && v->type != SI_TYPE_STRING; s++) {
				if ((rate && !rates[s]) || s >= run->image->common || !own_name(run, s, rate, &name))
					continue;
				const char *own = sb_strdup(scratch, name.at);
				sr_column c = rate ? rate_column(run, v, own) : column_of(run, scratch, v, own);
				c.constant = v->variability == SI_PARAMETER || v->variability == SI_CONSTANT;
				c.state = !rate && rates[s];
				c.channel = run->channel_of.n;
				if (c.constant)
					sb_push(run->once, run->recording->constants, s);
				else
					sb_push(run->once, run->channel_of, ((struct se_channel){s, rate}));
				sb_push(scratch, columns, c);
			}
		}
	sb_text_free(&name);
	open_channels(run, columns.at, columns.n, run->channel_of.n);
	se_place_channels(run);
	sb_arena_free(scratch);
}

void se_record_open(se_run *run)
{
	run->recording->constants = (sb_u32s){0};
	if (run->image->switches.n) {
		open_for_modes(run);
		run->recording->grid_matters = run->channel_count > 0;
		return;
	}
	opening o = {.run = run, .scratch = sb_arena_new()};
	const se_settings *settings = &run->settings;
	const char **rates = sb_new_array(o.scratch, const char *, settings->record_count + 1);
	uint32_t first, last, patterns = inside_der(&o, rates);
	o.fixed = se_fixed_places(run, o.scratch);
	o.channel_of = sb_map_new(o.scratch);
	o.rate_map = se_rate_map_of(run->image, o.scratch);
	const bool *has_rate = se_named_rates(run->image, o.scratch);
	for (uint32_t i = 0; i < run->image->variables.n && !settings->record_nothing; i++) {
		const si_variable *v = &run->image->variables.at[i];
		if (v->hidden || v->type == SI_TYPE_STRING ||
			!si_may_match(run->image, i, settings->record, settings->record_count, &first, &last))
			continue;
		for (uint32_t s = first; s < last; s++)
			add_scalar(&o, v, s);
	}
	for (uint32_t i = 0; i < run->image->variables.n && !settings->record_nothing; i++) { /* the rates, as der(x) */
		const si_variable *v = &run->image->variables.at[i];
		if (v->hidden || v->type != SI_TYPE_REAL || (settings->record_count && !patterns) ||
		    !si_may_match(run->image, i, rates, patterns, &first, &last))
			continue;
		for (uint32_t s = first; s < last; s++)
			if (has_rate[s])
				add_rate(&o, v, s);
	}
	sb_text_free(&o.name);
	open_channels(run, o.columns.at, o.columns.n, o.channels.n);
	for (uint32_t i = 0; i < o.channels.n; i++)
		run->channels[i] = (si_place){.store = o.channels.at[i].store, .index = o.channels.at[i].index};
	sb_arena_free(o.scratch);
	se_select_recorded(run);
	run->recording->grid_matters = run->channel_count > 0;
}

void se_record_constants(se_run *run)
{
	for (uint32_t i = 0, k = 0; i < sr_columns(run->record); i++)
		if (sr_column_at(run->record, i)->constant)
			sr_set_constant(run->record, i, sc_scalar_value(run->d, run->recording->constants.at[k++]));
	const sr_sink *sink = &run->settings.sink;
	run->unwanted = sink->begin && !sink->begin(sink->self, run->record);
}

void se_record_values(const se_run *run, double *row)
{
	const double *reals = run->asks->shown_reals(run), *rates = run->asks->shown_rates(run);
	for (uint32_t i = 0; i < run->channel_count; i++) {
		si_place place = run->channels[i];
		double shown = place.store == SI_RATE ? rates[place.index] : place.store == SI_REAL ? reals[place.index] : 0;
		bool held = run->hold && (place.store == SI_RATE || place.store == SI_REAL);
		row[i] = !held ? se_value_at(run->d, place) : place.negated ? -shown : shown;
	}
}

static bool row_is_finite(const se_run *run, const double *row)
{
	double sum = 0;                  /* 0*v is 0 unless v is not finite */
	for (uint32_t i = 0; i < run->channel_count; i++)
		sum += run->channels[i].store == SI_NOWHERE ? 0 : 0 * row[i];
	return sum == 0;
}

/* A sink that wants no more gets no more, and the run ends; the record goes on to the end. */
void se_put_row(se_run *run, double t, sr_mark mark, const double *row)
{
	se_recording *r = run->recording;
	if (!run->stores)
		return;
	r->rows++;
	r->last = t;
	for (uint32_t i = 0; i < r->sink_count; i++) {
		bool caller = r->sinks[i].row == run->settings.sink.row;
		if (!(caller && run->unwanted) && !r->sinks[i].row(r->sinks[i].self, t, mark, row))
			run->unwanted = true;
	}
}

void se_record_row(se_run *run, double t, sr_mark mark)
{
	se_record_values(run, run->recording->new_row);
	se_put_row(run, t, mark, run->recording->new_row);
}

static double grid_time(const se_run *run, uint64_t k)
{
	double t = k ? run->settings.start + (double)k * run->settings.interval : run->settings.start;
	if (k && !se_has_grid(run->settings.rows))
		return k == 1 && run->settings.rows == SE_ROWS_ENDS ? run->settings.stop : INFINITY;
	/* the last point is the stop time itself, not a rounded neighbour of it */
	return fabs(t - run->settings.stop) < 1e-9 * run->settings.interval ? run->settings.stop : t;
}

double se_next_grid(const se_run *run)
{
	return grid_time(run, run->recording->next_grid);
}

/* But for rounding: a row of the grid that meets an instant is that of the instant. */
static bool is_grid_time(const se_run *run, uint64_t k, double t)
{
	return fabs(grid_time(run, k) - t) <= se_rounding_at(run, t);
}

bool se_on_grid(const se_run *run, double t)
{
	return is_grid_time(run, run->recording->next_grid, t);
}

bool se_was_on_grid(const se_run *run, double t)
{
	return run->recording->next_grid && is_grid_time(run, run->recording->next_grid - 1, t);
}

/* What was not computed is no number, and is told once. What a run is made of, states and whole numbers, is known. */
static void leave_blank(se_run *run, double *row)
{
	for (uint32_t i = 0; i < run->channel_count; i++)
		if (run->channels[i].store == SI_REAL || run->channels[i].store == SI_RATE)
			row[i] = NAN;
	if (!run->recording->told_blank)
		sc_report_unshown(run->d);
	run->recording->told_blank = true;
	sc_forgive(run->d);
}

/* A row inside the last step whose values cannot be evaluated: perhaps because they are interpolated. A solver of its
 * own goes there; the run does not feel it. */
static void record_with_care(se_run *run, double t)
{
	enum { VAIN_MOST = 50 };
	bool failed = run->d->failed, tries = run->image->states && t < run->step_end &&
										  run->recording->vain_trips < VAIN_MOST;
	if (tries)
		sc_forgive(run->d);
	bool good = tries && se_side_trip(run, t, run->x_try);
	if (good || (tries && failed)) {     /* a trip that fails leaves what has failed before */
		if (!good)
			se_interpolate(run, t, run->x_try);
		se_at(run, t, run->x_try);
		good = se_evaluate_recorded(run) && good;
		se_record_values(run, run->recording->right_row);
	}
	if (run->d->failed)
		leave_blank(run, run->recording->right_row);
	run->recording->vain_trips += tries && (!good || !row_is_finite(run, run->recording->right_row));
}

/* Rows may have been in the record before this run went on (se_open_record). */
uint64_t se_rows_made(const se_run *run)
{
	uint32_t kept = run->record ? sr_rows(run->record) : 0;
	return kept ? kept : run->recording->rows;
}

double se_last_row(const se_run *run)
{
	uint32_t kept = run->record ? sr_rows(run->record) : 0;
	return kept ? sr_time(run->record, kept - 1) : run->recording->last;
}

bool se_wants_last(const se_run *run)
{
	return run->settings.limits != SE_NONE || !se_has_grid(run->settings.rows);
}

void se_values_inside(se_run *run, double t, double *row)
{
	bool near = t >= run->recording->near;
	t = fmin(t, run->recording->near);
	bool here = near && t <= run->time;              /* the last step may be void already */
	if (run->image->states && !here)
		se_interpolate(run, t, run->x_try);
	se_at(run, here ? run->time : t, here ? run->x : run->x_try);
	bool good = se_evaluate_recorded(run);
	se_record_values(run, run->recording->right_row);
	if (!here && (!good || !row_is_finite(run, run->recording->right_row)))
		record_with_care(run, t);
	if (!good)
		sc_forgive(run->d);
	if (row != run->recording->right_row)
		memcpy(row, run->recording->right_row, run->channel_count * sizeof(double));
}

static void record_inside(se_run *run, double t)
{
	double since = sb_clock();
	double *row = run->recording->right_row;
	se_values_inside(run, t, row);
	se_peaks_close(run, row);
	se_put_row(run, t, SR_GRID, row);
	run->stats.output_seconds += sb_clock() - since;
}

/* Rows of the grid after the last one recorded and before `until` (or up to it), from the solver's last step. What is
 * wrong in the model is found by guard.c, whatever is recorded: no row ends a run, and none leaves a trace in it. */
void se_record_grid(se_run *run, double until, bool inclusive)
{
	if (run->settings.rows == SE_ROWS_PIECES && run->recording->grid_matters && run->stores)
		se_record_pieces(run, until, inclusive);
	else if (run->settings.rows == SE_ROWS_EXTREMES && run->recording->grid_matters && run->stores)
		se_record_extremes(run, until, inclusive);
	for (;; run->recording->next_grid++) {
		double t = grid_time(run, run->recording->next_grid);
		if (t > until || (se_on_grid(run, until) && !inclusive) || t > run->settings.stop)
			break;
		if (!run->recording->grid_matters) {
			se_put_row(run, t, SR_GRID, run->recording->new_row);
			continue;
		}
		sc_look_aside(run->d, SC_FOR_ROWS);
		record_inside(run, t);
	}
	sc_look_aside(run->d, SC_HERE);
}

void se_record_near(se_run *run, double near)
{
	se_recording *r = run->recording;
	r->near = near;
	r->near_known = near < INFINITY && run->stores && run->channel_count;
	if (!r->near_known)
		return;
	sc_look_aside(run->d, SC_FOR_ROWS);
	se_values_inside(run, run->time, r->first_row);
	se_values_inside(run, near, r->near_row);
	sc_look_aside(run->d, SC_HERE);
}

/* What is smooth there differs by rounding alone, and keeps the value of the instant. */
void se_take_near(se_run *run)
{
	se_recording *r = run->recording;
	for (uint32_t i = 0; r->near_known && i < run->channel_count; i++) {
		double left = r->left_row[i], near = r->near_row[i], size = fmax(fabs(near), fabs(r->first_row[i]));
		if (isfinite(near) && !(fabs(left - near) <= 1e-6 * size))
			r->left_row[i] = near;
	}
	r->near_known = false;
	r->near = INFINITY;
}

void se_recording_archive(se_run *run, sb_archive *a)
{
	sb_archive_one(a, run->recording->next_grid);
	sb_archive_one(a, run->recording->vain_trips);
	sb_archive_one(a, run->recording->told_blank);
}
