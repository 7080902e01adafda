/* A model of Saltus as a peer: a run that is held at communication points. Its inputs follow curves (study/input). */
#include "code/derive.h"
#include "couple/peer/peer.h"
#include "study/load/load.h"

#include <math.h>
#include <string.h>

typedef struct input { uint32_t scalar, part[ST_CURVE_PARTS]; bool curved; cp_curve last; double since; } input;

typedef struct model {
	st_model *at;
	se_run *run;
	se_settings settings;
	input *inputs;
	uint32_t *outputs;
	sb_archive saved[CP_SLOTS]; double saved_time[CP_SLOTS]; bool saved_begun[CP_SLOTS];
	cp_curve *saved_curves[CP_SLOTS]; double *saved_since[CP_SLOTS];
	sb_diag *diag;                   /* of the run */
	bool under_way, passed_on;
} model;

/* ------------------------------------------------------------------------------------------------ ports */

static cp_type type_of(const sm_variable *v)
{
	return v->type == SX_BOOLEAN ? CP_BOOLEAN : v->type == SX_REAL ? CP_REAL : CP_INTEGER;
}

static cp_port port_of(const cp_wanted *w, const sm_model *flat, uint32_t scalar)
{
	uint32_t element;
	const sm_variable *v = sm_var(flat, sm_variable_of_scalar(flat, scalar, &element));
	sb_text name = {0};
	sm_scalar_name(flat, scalar, &name);
	cp_port port = {.name = sb_strdup(w->arena, name.at), .unit = v->unit ? v->unit : "", .type = type_of(v),
		.discrete = v->type != SX_REAL || v->variability == SM_DISCRETE};
	sb_text_free(&name);
	return port;
}

static bool is_input(const sm_variable *v)
{
	return v->causality == SM_INPUT && !v->hidden && !*v->component && v->type != SX_STRING && v->type != SX_CLOCK &&
		   !v->activation;
}

static bool is_curved(const sm_model *flat, sb_arena *arena, const sm_variable *v)
{
	return sm_find(flat, st_curve_part(arena, v, 0, 0)) != UINT32_MAX;
}

static void add_input(const cp_wanted *w, cp_peer *p, model *m, const sm_variable *v, uint32_t element)
{
	const sm_model *flat = m->at->flat;
	uint32_t n = p->inputs.n++;
	input *in = &m->inputs[n];
	p->inputs.at[n] = port_of(w, flat, v->first + element);
	in->scalar = v->first + element;
	in->curved = !v->held;
	for (uint32_t k = 0; in->curved && k < ST_CURVE_PARTS; k++)
		in->part[k] = sm_var(flat, sm_find(flat, st_curve_part(w->arena, v, element, k)))->first;
}

static void find_ports(const cp_wanted *w, cp_peer *p, model *m)
{
	const sm_model *flat = m->at->flat;
	m->inputs = sb_new_array(w->arena, input, flat->scalars + 1);
	p->inputs.at = sb_new_array(w->arena, cp_port, flat->scalars + 1);
	p->outputs.at = sb_new_array(w->arena, cp_port, flat->scalars + 1);
	m->outputs = sb_new_array(w->arena, uint32_t, flat->scalars + 1);
	for (uint32_t i = 0; i < flat->variables.n; i++) {
		const sm_variable *v = sm_var(flat, i);
		bool in = is_input(v) && (v->held || is_curved(flat, w->arena, v)), out = v->causality == SM_OUTPUT &&
			!v->hidden && !*v->component && v->type != SX_STRING && v->type != SX_CLOCK && !v->activation;
		for (uint32_t k = 0; k < v->count && in; k++)
			add_input(w, p, m, v, k);
		for (uint32_t k = 0; k < v->count && out; k++) {
			p->outputs.at[p->outputs.n] = port_of(w, flat, v->first + k);
			m->outputs[p->outputs.n++] = v->first + k;
		}
	}
	for (uint32_t i = 0; i < w->port_count; i++) {
		uint32_t scalar = sm_find_scalar(flat, w->ports[i]), element;
		if (scalar == UINT32_MAX || cp_find_port(&p->outputs, w->ports[i]) != UINT32_MAX ||
			cp_find_port(&p->inputs, w->ports[i]) != UINT32_MAX ||
			sm_var(flat, sm_variable_of_scalar(flat, scalar, &element))->type == SX_STRING)
			continue;
		p->outputs.at[p->outputs.n] = port_of(w, flat, scalar);
		m->outputs[p->outputs.n++] = scalar;
	}
}

/* Which outputs depend on which inputs at the same time, by the pattern of derivatives. Where there is no column for
 * an input, or the structure may change, each output may depend on it. */
static void find_direct(const cp_wanted *w, cp_peer *p, model *m)
{
	uint32_t rows = p->outputs.n, columns = 0;
	sc_asked_row *row = sb_new_array(w->arena, sc_asked_row, rows + 1);
	sc_asked_column *column = sb_new_array(w->arena, sc_asked_column, p->inputs.n + 1);
	uint32_t *number = sb_new_array(w->arena, uint32_t, p->inputs.n + 1), n = 0;
	uint32_t *output = sb_new_array(w->arena, uint32_t, rows + 1);
	const char *why;
	p->direct = sb_new_array(w->arena, bool, rows * p->inputs.n + 1);
	for (uint32_t i = 0; i < p->inputs.n; i++) {
		bool known = m->inputs[i].curved && sc_column_of(m->at->program, m->inputs[i].part[1], &column[columns], &why);
		number[columns] = i;
		columns += known;
		for (uint32_t k = 0; k < rows; k++)
			p->direct[k * p->inputs.n + i] = !known || p->outputs.at[k].discrete;
	}
	for (uint32_t k = 0; k < rows; k++)
		if (!p->outputs.at[k].discrete) {
			row[n] = (sc_asked_row){SC_ROW_SCALAR, m->outputs[k]};
			output[n++] = k;
		}
	if (!n || !columns)
		return;
	sc_request request = {.rows = row, .row_count = n, .columns = column, .column_count = columns};
	sc_derivatives *d = sc_derive(m->at->program, &request);
	const sc_pattern *pattern = d ? sc_derivatives_pattern(d) : NULL;
	for (uint32_t c = 0; c < columns; c++) {
		for (uint32_t k = 0; k < n && !pattern; k++)
			p->direct[output[k] * p->inputs.n + number[c]] = true;
		for (uint32_t e = pattern ? pattern->column[c] : 0; pattern && e < pattern->column[c + 1]; e++)
			p->direct[output[pattern->row[e]] * p->inputs.n + number[c]] = true;
	}
	sc_derivatives_free(d);
}

/* --------------------------------------------------------------------------------------------- asking */

/* What the run has said last, in one line. */
static bool run_failed(cp_peer *p, model *m)
{
	const char *text = "the run cannot go on";
	for (uint32_t i = 0; i < sb_messages(m->diag); i++) {
		sb_message_view v = sb_message_at(m->diag, i);
		if (v.severity == SB_ERROR)
			text = v.text;
	}
	return cp_fail(p, "%s", text);
}

static void close_run(model *m)
{
	if (m->under_way)
		se_end(m->run);
	m->under_way = false;
}

static bool start(cp_peer *p, double time)
{
	model *m = p->self;
	close_run(m);
	m->settings.start = time;
	m->settings.stop = p->stop + (p->stop - time);     /* never reached: a run that has ended shows nothing */
	p->time = time;
	p->begun = false;
	for (uint32_t i = 0; i < p->inputs.n; i++)
		m->inputs[i].last = (cp_curve){{NAN, 0, 0}};
	return true;
}

static double parts_of(const cp_peer *p, const cp_curve *c, uint32_t k)
{
	return k == 0 ? p->time : c->c[k - 1];
}

/* Curves become inputs of the run. Only what differs is changed: an instant at which nothing changes costs
 * nothing. */
static bool set_curve(cp_peer *p, uint32_t i, const cp_curve *c)
{
	model *m = p->self;
	input *in = &m->inputs[i];
	bool straight = c->c[1] == 0 && c->c[2] == 0, was_straight = in->last.c[1] == 0 && in->last.c[2] == 0;
	bool good = true;
	if (!in->curved) {
		if (c->c[0] != in->last.c[0])
			good = se_change(m->run, in->scalar, c->c[0]);
		in->last = *c;
		return good;
	}
	for (uint32_t k = 0; k < ST_CURVE_START && good; k++) {
		double was = k == 0 ? in->since : in->last.c[k - 1], now = parts_of(p, c, k);
		if (was == now || (k == 0 && straight && was_straight))
			continue;
		good = se_change(m->run, in->part[k], now);
		in->since = k == 0 ? now : in->since;            /* as the run has it */
	}
	in->last = *c;
	return good;
}

static bool begin(cp_peer *p, const double *inputs)
{
	model *m = p->self;
	close_run(m);
	sb_take_back(m->diag, 0, NULL);
	for (uint32_t i = 0; i < p->inputs.n; i++) {
		input *in = &m->inputs[i];
		in->last = (cp_curve){{inputs[i], 0, 0}};
		in->since = 0;
		if (in->curved && !se_set(m->run, in->part[ST_CURVE_START], inputs[i]))
			return run_failed(p, m);
	}
	m->under_way = true;
	if (se_begin(m->run, &m->settings) != SE_PAUSED)
		return run_failed(p, m);
	for (uint32_t i = 0; i < p->inputs.n; i++)
		if (!m->inputs[i].curved && !se_change(m->run, m->inputs[i].scalar, inputs[i]))
			return run_failed(p, m);
	return true;
}

static bool show(cp_peer *p, double *outputs)
{
	model *m = p->self;
	se_show(m->run);
	for (uint32_t i = 0; i < p->outputs.n; i++)
		outputs[i] = se_value(m->run, m->outputs[i]);
	return cp_check_outputs(p, outputs);
}

static bool same_inputs(const cp_peer *p, const double *inputs)
{
	const model *m = p->self;
	for (uint32_t i = 0; i < p->inputs.n; i++)
		if (m->inputs[i].last.c[0] != inputs[i])
			return false;
	return true;
}

static bool look(cp_peer *p, const double *inputs, double *outputs)
{
	model *m = p->self;
	if (!p->begun && !(m->under_way && same_inputs(p, inputs))) {
		if (!begin(p, inputs))
			return false;
	} else if (p->begun) {
		for (uint32_t i = 0; i < p->inputs.n; i++)
			if (!set_curve(p, i, &(cp_curve){{inputs[i], 0, 0}}))
				return run_failed(p, m);
	}
	return show(p, outputs);
}

/* To the next event, or to the end of the step. */
static se_status advance(cp_peer *p, double to, cp_reached *reached)
{
	model *m = p->self;
	se_status status = SE_PAUSED;
	if (!p->stops)
		return se_advance(m->run, to, false);
	while (status == SE_PAUSED && se_time(m->run) < to && !reached->event) {
		status = se_advance(m->run, to, true);
		reached->event = status == SE_PAUSED && se_time(m->run) < to && se_time(m->run) > p->time;
	}
	return status;
}

static bool step(cp_peer *p, const cp_curve *inputs, double to, cp_reached *reached, double *outputs)
{
	model *m = p->self;
	p->begun = true;
	for (uint32_t i = 0; i < p->inputs.n; i++)
		if (!set_curve(p, i, &inputs[i]))
			return run_failed(p, m);
	*reached = (cp_reached){.time = to};
	se_status status = advance(p, to, reached);
	if (status != SE_PAUSED && status != SE_DONE && status != SE_TERMINATED)
		return run_failed(p, m);
	reached->ended = status != SE_PAUSED && se_time(m->run) < to;
	if (reached->ended || reached->event)
		reached->time = se_time(m->run);
	p->time = reached->time;
	return show(p, outputs);
}

/* ---------------------------------------------------------------------------------------------- slots */

static bool save(cp_peer *p, uint32_t slot)
{
	model *m = p->self;
	sb_archive_free(&m->saved[slot]);
	m->saved[slot] = (sb_archive){0};
	m->saved_time[slot] = p->time;
	m->saved_begun[slot] = p->begun;
	for (uint32_t i = 0; i < p->inputs.n; i++) {
		m->saved_curves[slot][i] = m->inputs[i].last;
		m->saved_since[slot][i] = m->inputs[i].since;
	}
	return se_save(m->run, &m->saved[slot]) || run_failed(p, m);
}

static bool restore(cp_peer *p, uint32_t slot)
{
	model *m = p->self;
	sb_archive in = sb_archive_read(m->saved[slot].at, m->saved[slot].n);
	p->time = m->saved_time[slot];
	p->begun = m->saved_begun[slot];
	for (uint32_t i = 0; i < p->inputs.n; i++) {
		m->inputs[i].last = m->saved_curves[slot][i];
		m->inputs[i].since = m->saved_since[slot][i];
	}
	return se_restore(m->run, &m->settings, &in) == SE_PAUSED || run_failed(p, m);
}

/* What the run has said is told with what the translation has said; of runs for an estimate nothing is. */
static void end(cp_peer *p)
{
	model *m = p->self;
	close_run(m);
	if (!m->passed_on)
		sb_pass_on(m->at->diag, m->diag);
	m->passed_on = true;
}

static void free_peer(cp_peer *p)
{
	model *m = p->self;
	close_run(m);
	for (uint32_t k = 0; k < CP_SLOTS; k++)
		sb_archive_free(&m->saved[k]);
	se_run_free(m->run);
	sb_diag_free(m->diag);
	st_free(m->at);
}

static const cp_operations operations = {.start = start, .look = look, .step = step, .save = save, .restore = restore,
	.end = end, .free = free_peer};

/* ------------------------------------------------------------------------------------------------ opening */

/* Values of inputs are start values, and no parameters of the model. */
static st_given *values_of(const cp_wanted *w, const cp_ports *inputs, uint32_t *n)
{
	st_given *given = sb_new_array(w->arena, st_given, w->value_count + 1);
	*n = 0;
	for (uint32_t i = 0; i < w->value_count; i++)
		if (!inputs || cp_find_port(inputs, w->values[i].name) == UINT32_MAX) {
			w->values[i].used = true;
			given[(*n)++] = (st_given){w->values[i].name, w->values[i].text};
		}
	return given;
}

static st_model *load(const cp_wanted *w, const cp_ports *inputs)
{
	st_options options = {.depth = ST_CODE, .curves = true, .fmu = w->fmu,
		.external = w->no_external ? ST_OWN_C : ST_ANY_C};
	options.given = values_of(w, inputs, &options.given_count);
	return st_load(w->file, w->class_name, &options);
}

/* The inputs, whose start values may be among the parameters. */
static cp_ports inputs_of(const cp_wanted *w)
{
	st_options options = {.depth = ST_FLAT, .fmu = w->fmu, .external = ST_OWN_C};
	st_model *m = st_load(w->file, w->class_name, &options);
	cp_ports inputs = {.at = sb_new_array(w->arena, cp_port, (m->flat ? m->flat->scalars : 0) + 1)};
	for (uint32_t i = 0; m->flat && i < m->flat->variables.n; i++) {
		const sm_variable *v = sm_var(m->flat, i);
		for (uint32_t k = 0; k < v->count && is_input(v); k++)
			inputs.at[inputs.n++] = port_of(w, m->flat, v->first + k);
	}
	st_free(m);
	return inputs;
}

static void find_starts(cp_peer *p, model *m)
{
	const sm_model *flat = m->at->flat;
	for (uint32_t i = 0; i < p->inputs.n; i++) {
		uint32_t element;
		const sm_variable *v = sm_var(flat, sm_variable_of_scalar(flat, m->inputs[i].scalar, &element));
		const sx_pool *pool = flat->pool;
		p->inputs.at[i].start = v->start && sx_op_of(pool, v->start) == SX_CONST ? sx_real_value(pool, v->start) : 0;
	}
}

static void settle(const cp_wanted *w, cp_peer *p, model *m)
{
	m->settings = se_defaults(sc_image(m->at->program));
	m->settings.interval = 0;
	m->settings.record_nothing = true;
	m->settings.rows = SE_ROWS_ENDS;
	if (!isnan(w->tolerance))
		m->settings.tolerance = w->tolerance;
	if (w->solver)
		m->settings.solver = w->solver;
	for (uint32_t k = 0; k < CP_SLOTS; k++) {
		m->saved_curves[k] = sb_new_array(w->arena, cp_curve, p->inputs.n + 1);
		m->saved_since[k] = sb_new_array(w->arena, double, p->inputs.n + 1);
	}
}

cp_peer *cp_open_model(const cp_wanted *w)
{
	cp_peer *p = sb_new(w->arena, cp_peer);
	model *m = sb_new(w->arena, model);
	cp_ports inputs = {0};
	if (w->value_count)
		inputs = inputs_of(w);
	m->at = load(w, &inputs);
	*p = (cp_peer){.operations = &operations, .name = w->name, .kind = "model", .told = m->at->diag, .self = m,
		.restores = true};
	if (sb_errors(m->at->diag) || !m->at->program)
		return p;                /* the master tells what it says, and does not start it */
	m->diag = sb_diag_new();
	sb_diag_share(m->diag, m->at->diag);
	m->run = st_run(m->at, m->diag);
	find_ports(w, p, m);
	find_starts(p, m);
	cp_take_starts(w, &p->inputs);
	find_direct(w, p, m);
	settle(w, p, m);
	return p;
}
