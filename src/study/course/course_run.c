/* The experiments of a study: translated, run, and measured. */
#include "study/course/course_inside.h"

#include <math.h>
#include <string.h>

#include "base/stop.h"

void st_course_open(st_course *c)
{
	c->inside->experiments = sb_new_array(c->arena, st_course_experiment, c->study->experiments.n + 1);
	for (uint32_t i = 0; i < c->study->experiments.n; i++)
		c->inside->experiments[i].control = (st_course_control){NAN, NAN, NAN, NAN};
}

static void drop(st_course *c, st_course_experiment *x)
{
	if (x->measures)
		st_reading_close(&x->reading);
	st_measures_free(x->measures);
	x->measures = NULL;
	if (x->many) {
		if (c->told)
			c->told(c->context, st_many_model(x->many)->diag);
		st_many_free(x->many);
	}
	x->many = NULL;
}

void st_course_end(st_course *c)
{
	for (uint32_t i = 0; c->inside && i < c->study->experiments.n; i++)
		drop(c, &c->inside->experiments[i]);
}

/* ------------------------------------------------------------------------------------------------- what is set */

bool st_course_give(st_course *c, uint32_t gift, double value, sb_span span)
{
	const sf_gift *g = &c->study->gifts.at[gift];
	st_course_experiment *x = &c->inside->experiments[g->experiment];
	double *const controls[] = {&x->control.start, &x->control.stop, &x->control.interval, &x->control.tolerance};
	if (g->control < SF_PARAMETER) {
		if (!isfinite(value) || (g->control >= SF_INTERVAL && !(value > 0))) {
			sb_report(c->diag, SB_ERROR, "U1068", span, "%.6g is no value for '%s'", value, g->name);
			return false;
		}
		*controls[g->control] = value;
		return true;
	}
	for (uint32_t i = 0; i < x->set.n; i++)
		if (x->set.at[i] == gift) {
			x->values.at[i] = value;
			return true;
		}
	sb_push(c->arena, x->set, gift);
	sb_push(c->arena, x->values, value);
	drop(c, x);
	return true;
}

/* ------------------------------------------------------------------------------------------------- translation */

static bool cannot(st_course *c, uint32_t number, const char *what)
{
	const sf_study_experiment *e = &c->study->experiments.at[number];
	sb_help(sb_report(c->diag, SB_ERROR, "U1069", e->span, "the experiment '%s' %s", e->name, what),
			"the messages of the experiment tell why");
	return false;
}

static bool read_measures(st_course *c, uint32_t number)
{
	st_course_experiment *x = &c->inside->experiments[number];
	st_model *m = st_many_model(x->many);
	sb_strings texts = {0}, curves = {0};
	for (uint32_t i = 0; i < c->study->quantities.n; i++)
		if (c->study->quantities.at[i].experiment == number)
			sb_push(c->arena, texts, c->study->quantities.at[i].text);
	for (uint32_t i = 0; i < c->study->curves.n; i++)
		if (c->study->curves.at[i].experiment == number)
			sb_push(c->arena, curves, c->study->curves.at[i].text);
	x->measures = st_measures_read(m, "the study", texts.at, texts.n, m->diag);
	return x->measures && st_measures_add_curves(x->measures, m, "the study", curves.at, curves.n);
}

static bool translate(st_course *c, uint32_t number)
{
	const sf_study_experiment *e = &c->study->experiments.at[number];
	st_course_experiment *x = &c->inside->experiments[number];
	const char **names = sb_new_array(c->arena, const char *, x->set.n + 1);
	for (uint32_t i = 0; i < x->set.n; i++)
		names[i] = c->study->gifts.at[x->set.at[i]].name;
	st_options o = c->options;
	const char *path = e->path, *part = e->part;
	if (!part) {                         /* it is of another file */
		o.text = NULL;
		st_split(c->arena, e->path, &path, &part);
	}
	x->many = st_many_new(path, part, &o, names, x->set.n);
	st_model *m = st_many_model(x->many);
	if (!m->program || sb_errors(m->diag))
		return cannot(c, number, "cannot be translated");
	if (m->flat->experiments.n)
		return cannot(c, number, "decides by itself what is simulated");
	return read_measures(c, number) || cannot(c, number, "has not what the study asks for");
}

/* ------------------------------------------------------------------------------------------------- a run */

static const char *label_of(st_course *c, uint32_t number)
{
	const st_course_experiment *x = &c->inside->experiments[number];
	sb_text text = {0};
	for (uint32_t i = 0; i < x->set.n; i++)
		sb_addf(&text, "%s%s = %.6g", i ? ", " : "", c->study->gifts.at[x->set.at[i]].name, x->values.at[i]);
	const char *out = sb_strdup(c->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return out;
}

static void keep_results(st_course *c, uint32_t number)
{
	st_course_experiment *x = &c->inside->experiments[number];
	x->results.n = x->notes.n = 0;
	for (uint32_t i = 0, k = 0; i < c->study->quantities.n; i++) {
		bool own = c->study->quantities.at[i].experiment == number;
		const st_measured *one = own ? &x->reading.measured[k++] : NULL;
		sb_push(c->arena, x->results, one ? one->value : NAN);
		sb_push(c->arena, x->notes, (const char *)(one ? sb_strdup(c->arena, one->note) : ""));
	}
	x->ran = true;
}

static st_course_run *keep_run(st_course *c, uint32_t number, const se_settings *s)
{
	st_course_experiment *x = &c->inside->experiments[number];
	st_course_run run = {.experiment = number, .label = label_of(c, number)};
	uint32_t n = c->study->curves.n;
	double *times = n ? sb_new_array(c->arena, double, ST_COURSE_TIMES) : NULL;
	run.times = times;
	run.curves = sb_new_array(c->arena, float *, n + 1);
	for (uint32_t i = 0; n && i < ST_COURSE_TIMES; i++)
		times[i] = s->start + (s->stop - s->start) * i / (ST_COURSE_TIMES - 1);
	for (uint32_t i = 0, k = 0; i < n; i++)
		if (c->study->curves.at[i].experiment == number) {
			run.curves[i] = sb_new_array(c->arena, float, ST_COURSE_TIMES);
			st_curve_values(x->reading.gauge, k++, times, ST_COURSE_TIMES, run.curves[i]);
		}
	sb_push(c->arena, c->runs, run);
	return &c->runs.at[c->runs.n - 1];
}

bool st_course_run_once(st_course *c, const sf_step *s)
{
	st_course_experiment *x = &c->inside->experiments[s->number];
	x->ran = false;
	if (!x->many && !translate(c, s->number))
		return false;
	st_model *m = st_many_model(x->many);
	se_settings settings = c->settings(c->context, m, &x->control);
	settings.number = c->runs.n + 1;
	if (c->timeout > 0) {
		settings.timeout = c->timeout;
		settings.since = c->since;
	}
	st_measures_settings(x->measures, &settings);
	st_worker *w = st_many_worker(x->many);
	se_status status = st_many_simulate(x->many, w, x->values.at, &settings);
	if (st_worker_was_stopped(w, status) || status == SE_TIMEOUT) {
		c->stopped = true;
		return false;
	}
	const char *why = st_reading_take(&x->reading, x->measures, w, status);
	if (why) {
		sb_message *e = sb_report(c->diag, SB_ERROR, "U1070", s->span, "run %u of the study has failed: %s",
								  c->runs.n + 1, why);
		const char *label = label_of(c, s->number);
		sb_note(e, "it is a run of '%s'%s%s", c->study->experiments.at[s->number].name, *label ? " with " : "", label);
		return false;
	}
	keep_results(c, s->number);
	const st_course_run *run = keep_run(c, s->number, &settings);
	if (c->ran)
		c->ran(c->context, run);
	return true;
}

bool st_course_quantity(st_course *c, uint32_t quantity, double *out)
{
	const sf_quantity *q = &c->study->quantities.at[quantity];
	const st_course_experiment *x = &c->inside->experiments[q->experiment];
	const char *name = c->study->experiments.at[q->experiment].name;
	if (!x->ran) {
		sb_help(sb_report(c->diag, SB_ERROR, "U1071", q->span, "'%s' has not been run before this is read", name),
				"write 'run %s;' before", name);
		return false;
	}
	*out = x->results.at[quantity];
	if (!isnan(*out))
		return true;
	sb_message *m = sb_report(c->diag, SB_WARNING, "U1072", q->span, "this has no value in run %u of the study",
							  c->runs.n);
	if (*x->notes.at[quantity])
		sb_note(m, "%s", x->notes.at[quantity]);
	return true;
}
