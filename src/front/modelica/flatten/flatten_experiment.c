/* The experiment annotation of the translated class, and what only Saltus reads beside it:
 *
 *     annotation(experiment(StopTime = 10, Tolerance = 1e-6), __Saltus(solver = "cvode", plot = {"x", "y*"}));
 *     annotation(__Saltus(onZeno = "rest", onChatter = "slide"));
 *     annotation(__Saltus(again = abs(miss) > 1e-5));       simulate again, with what `keep` says (flatten_again.c)
 */
#include "front/modelica/flatten/flatten_inside.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const mo_modification *argument(const mo_modifications *list, const char *name)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->name_n == 1 && strcmp(list->at[i]->name[0], name) == 0)
			return list->at[i];
	return NULL;
}

void mo_not_used(mo_context *c, sb_span span, const char *what, const char *why)
{
	sb_message *m = sb_report(c->diag, SB_WARNING, "M0690", span, "%s is not used: %s", what, why);
	sb_help(m, "a mistake in this annotation does not stop the model from running; correct it or remove it");
}

/* Errors from message `first` on, where there were `errors` of them, become one warning. True if there were any. */
static bool leave_out(mo_context *c, uint32_t first, uint32_t errors, sb_span span, const char *what)
{
	uint32_t i = first;

	if (sb_errors(c->diag) == errors)
		return false;
	while (i + 1 < sb_messages(c->diag) && sb_message_at(c->diag, i).severity != SB_ERROR)
		i++;
	const char *why = sb_strdup(c->arena, sb_message_at(c->diag, i).text);
	sb_take_back(c->diag, first, NULL);
	mo_not_used(c, span, what, why);
	return true;
}

double mo_annotation_number(mo_context *c, const mo_env *env, const mo_expr *from, sb_span span, const char *what)
{
	uint32_t first = sb_messages(c->diag), errors = sb_errors(c->diag);
	sx_ref e = from ? mo_lower_scalar(c, env, from, MO_B_REAL) : 0;
	sx_value value;
	bool good = e && mo_evaluate(c, e, span, "it", &value);
	double number = !good ? NAN : value.type == SX_REAL ? value.real : (double)value.integer;

	if (!leave_out(c, first, errors, span, what) && !isfinite(number))
		mo_not_used(c, span, what, from ? "it is not a number" : "it has no value");
	return isfinite(number) ? number : NAN;
}

static double number(mo_context *c, const mo_env *env, const mo_modification *m)
{
	return mo_annotation_number(c, env, m->value, m->span, sb_printf(c->arena, "the experiment's %s", m->name[0]));
}

/* Does a setting have a value that it can have? If not, it is told and left out. */
static void check_setting(mo_context *c, const mo_modification *m, double *value)
{
	bool tolerance = strcmp(m->name[0], "Tolerance") == 0;
	sb_message *msg;

	if (isnan(*value) || (tolerance ? *value >= SM_TOLERANCE_LEAST && *value <= SM_TOLERANCE_MOST : *value > 0))
		return;
	msg = sb_report(c->diag, SB_WARNING, "M0494", m->span, "the experiment's %s is not used: it cannot be %.9g",
					m->name[0], *value);
	if (tolerance)
		sb_help(msg, "remove it, or give a number from %g to %g", SM_TOLERANCE_LEAST, SM_TOLERANCE_MOST);
	else
		sb_help(msg, "remove it, or give a number greater than zero");
	*value = NAN;
}

static void read_setting(mo_context *c, const mo_env *env, const mo_modification *m, sm_settings *x,
						 double *intervals)
{
	static const char *const names[] = {"StartTime", "StopTime", "Interval", "Tolerance", "NumberOfIntervals"};
	double *const places[] = {&x->start, &x->stop, &x->interval, &x->tolerance, intervals};
	const char *near;
	sb_message *msg;

	if (m->name_n != 1)
		return;
	for (int i = 0; i < 5; i++) {
		if (strcmp(m->name[0], names[i]) == 0) {
			*places[i] = number(c, env, m);
			if (i >= 2)
				check_setting(c, m, places[i]);
			return;
		}
	}
	if (strncmp(m->name[0], "__", 2) == 0)
		return;
	msg = sb_report(c->diag, SB_WARNING, "M0493", m->name_span, "the experiment has no setting '%s'", m->name[0]);
	near = sb_nearest(m->name[0], names, 5);
	if (near)
		sb_help(msg, "did you mean '%s'?", near);
	else
		sb_note(msg, "it has %s, %s, %s, %s and %s", names[0], names[1], names[2], names[3], names[4]);
}

/* A text, or NULL after a warning. */
static const char *text(mo_context *c, const mo_env *env, const mo_expr *from, const char *what)
{
	uint32_t first = sb_messages(c->diag), errors = sb_errors(c->diag);
	const char *found;
	bool good = mo_evaluate_string(c, env, from, "it", &found);

	return leave_out(c, first, errors, from->span, what) || !good ? NULL : found;
}

/* One of "stop" and another word. */
static bool chooses(mo_context *c, const mo_env *env, const mo_modification *m, const char *other)
{
	const char *value = m->value ? text(c, env, m->value, "a setting of __Saltus") : NULL;

	if (value && strcmp(value, other) != 0 && strcmp(value, "stop") != 0) {
		sb_message *msg =
			sb_report(c->diag, SB_WARNING, "R0224", m->span, "'%s' is not a value of %s", value, m->name[0]);

		sb_help(msg, "the values are \"stop\" and \"%s\"", other);
	}
	return value && strcmp(value, other) == 0;
}

/* Of quantised states: positive numbers. False: it is another setting. */
static bool read_quantum(mo_context *c, const mo_env *env, const mo_modification *m, sm_settings *x)
{
	bool quantum = m->name_n == 1 && strcmp(m->name[0], "quantum") == 0;
	if (!quantum && !(m->name_n == 1 && strcmp(m->name[0], "hysteresis") == 0))
		return false;
	double *to = quantum ? &x->quantum : &x->hysteresis;
	*to = mo_annotation_number(c, env, m->value, m->span, sb_printf(c->arena, "the %s of __Saltus", m->name[0]));
	check_setting(c, m, to);
	return true;
}

/* Where one is needed a single text will do for a list of texts. */
static void read_own(mo_context *c, const mo_env *env, const mo_modifications *args, sm_settings *x)
{
	static const char *const names[] = {"solver", "plot", "onZeno", "onChatter", "again", "quantum",
		"hysteresis"};
	/* of classes that are components, blocks in C and Python, or models of DEVS: read elsewhere */
	static const char *const others[] = {"viewer", "animate", "inferred", "residual", "active", "jacobian", "limit",
		"fmu", "devs", "confluent", "select", "hierarchical"};
	for (uint32_t i = 0; i < args->n; i++) {
		const mo_modification *m = args->at[i];
		bool solver = m->name_n == 1 && strcmp(m->name[0], "solver") == 0,
			 plot = m->name_n == 1 && strcmp(m->name[0], "plot") == 0;
		bool many = plot && m->value && m->value->kind == MO_E_ARRAY;

		bool zeno = m->name_n == 1 && strcmp(m->name[0], "onZeno") == 0,
			 chatter = m->name_n == 1 && strcmp(m->name[0], "onChatter") == 0;

		if (zeno)
			x->rests = chooses(c, env, m, "rest");
		if (chatter)
			x->slides = chooses(c, env, m, "slide");
		bool other = m->name_n == 1 && strcmp(m->name[0], "again") == 0;
		for (size_t k = 0; k < sizeof others / sizeof *others && m->name_n == 1; k++)
			other = other || strcmp(m->name[0], others[k]) == 0;
		if (zeno || chatter || other || read_quantum(c, env, m, x))
			continue;
		if (!solver && !plot) {
			sb_message *msg = sb_report(c->diag, SB_WARNING, "M0691", m->name_span, "__Saltus has no setting '%s'",
										m->name_n ? m->name[0] : "");
			const char *near = m->name_n ? sb_nearest(m->name[0], names, 7) : NULL;
			sb_help(msg, near ? "did you mean '%s'?" :
					"it has solver, quantum, hysteresis, plot, onZeno, onChatter and again", near);
			continue;
		}
		if (solver && m->value)
			x->solver = text(c, env, m->value, "the solver of __Saltus");
		for (uint32_t k = 0; plot && m->value && k < (many ? m->value->a.n : 1); k++) {
			const char *pattern = text(c, env, many ? m->value->a.at[k] : m->value, "a pattern of what to plot");
			if (pattern)
				sb_push(c->arena, x->plot, pattern);
		}
	}
}

/* A run that would end before it begins is not what anybody means, nor rows whose times are the same number. */
static void check_times(mo_context *c, const mo_modification *experiment, sm_settings *x)
{
	double start = isnan(x->start) ? 0 : x->start;
	const mo_modification *stop = experiment ? argument(&experiment->args, "StopTime") : NULL;
	const mo_modification *interval = experiment ? argument(&experiment->args, "Interval") : NULL;

	if (interval && x->interval < 4 * DBL_EPSILON * fmax(fabs(start), isnan(x->stop) ? 1 : fabs(x->stop))) {
		mo_not_used(c, interval->span, "the experiment's Interval", "times so close to each other are the same number");
		x->interval = NAN;
	}
	if (!stop || isnan(x->stop) || x->stop >= start)
		return;
	sb_message *m =
		sb_report(c->diag, SB_WARNING, "M0494", stop->span,
				  "the experiment's StopTime is not used: it cannot be %.9g, before the start at %.9g", x->stop, start);
	sb_help(m, "remove it, or give a time after StartTime");
	x->stop = NAN;
}

void mo_visit_components(mo_context *c, mo_scope *scope, void (*visit)(mo_context *c, mo_scope *scope, void *user),
						 void *user)
{
	mo_items items = {0};
	mo_components(scope, &items);
	for (uint32_t i = 0; i < items.n; i++) {
		const mo_item *item = items.at[i];
		bool own = item->state == MO_DONE && item->present && (!item->outer_of || mo_is_inner(item));
		if (!own || item->base != MO_B_CLASS || !item->type || !item->count)
			continue;
		for (uint32_t k = 0; k < (item->elements ? item->count : 1); k++) {
			mo_scope *inside = item->elements ? item->elements[k] : item->type;
			visit(c, inside, user);
			mo_visit_components(c, inside, visit, user);
		}
	}
}

void mo_flatten_experiment(mo_context *c, mo_scope *root)
{
	const mo_modifications *annotation = &root->class_def->annotation;
	const mo_modification *experiment = argument(annotation, "experiment"), *own = argument(annotation, "__Saltus");
	mo_env env = {.scope = root, .parameter_only = true};
	sm_settings *x = &c->model->settings;
	double intervals = NAN;

	if (experiment && experiment->value)
		mo_not_used(c, experiment->span, "the experiment",
					"it takes settings, not a value, as in experiment(StopTime = 10)");
	for (uint32_t i = 0; experiment && i < experiment->args.n; i++)
		read_setting(c, &env, experiment->args.at[i], x, &intervals);
	check_times(c, experiment, x);
	if (isnan(x->interval) && intervals >= 1 && !isnan(x->stop))
		x->interval = (x->stop - (isnan(x->start) ? 0 : x->start)) / intervals;
	if (own)
		read_own(c, &env, &own->args, x);
	mo_flatten_again(c, root, own ? argument(&own->args, "again") : NULL);
	mo_flatten_figures(c, root, argument(annotation, "Documentation"));
}
