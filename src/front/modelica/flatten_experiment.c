/* The experiment annotation of the translated class, and what only Saltus reads beside it:
 *
 *     annotation(experiment(StopTime = 10, Tolerance = 1e-6), __Saltus(solver = "cvode", plot = {"x", "y*"}));
 */
#include "front/modelica/flatten_inside.h"

#include <math.h>
#include <string.h>

static const mo_modification *argument(const mo_modifications *list, const char *name)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->name_n == 1 && strcmp(list->at[i]->name[0], name) == 0)
			return list->at[i];
	return NULL;
}

static double number(mo_context *c, const mo_env *env, const mo_modification *m)
{
	sx_ref e = m->value ? mo_lower_scalar(c, env, m->value, MO_B_REAL) : 0;
	sx_value value;

	if (!e || !mo_evaluate(c, e, m->span, "a setting of the experiment", &value))
		return NAN;
	return value.type == SX_REAL ? value.real : (double)value.integer;
}

static void read_setting(mo_context *c, const mo_env *env, const mo_modification *m, sm_experiment *x,
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
			if (i >= 2 && *places[i] <= 0) {
				msg = sb_report(c->diag, SB_WARNING, "M0494", m->span, "the experiment's %s is not used: it is not greater than zero",
								names[i]);
				sb_help(msg, "take it out, or give a number greater than zero");
				*places[i] = NAN;
			}
			return;
		}
	}
	if (strncmp(m->name[0], "__", 2) == 0)
		return;
	msg = sb_report(c->diag, SB_WARNING, "M0493", m->name_span, "the experiment has no setting '%s'", m->name[0]);
	near = sb_nearest(m->name[0], names, 5);
	if (near)
		sb_help(msg, "did you mean '%s'?", near);
}

static void read_own(mo_context *c, const mo_env *env, const mo_modifications *args, sm_experiment *x)
{
	const mo_modification *solver = argument(args, "solver"), *plot = argument(args, "plot");

	if (solver && solver->value)
		mo_evaluate_string(c, env, solver->value, "the solver", &x->solver);
	for (uint32_t i = 0; plot && plot->value && i < plot->value->a.n; i++) {
		const char *pattern;

		if (mo_evaluate_string(c, env, plot->value->a.at[i], "a pattern of what to plot", &pattern))
			sb_push(c->arena, x->plot, pattern);
	}
}

void mo_flatten_experiment(mo_context *c, mo_scope *root)
{
	const mo_modifications *annotation = &root->class_def->annotation;
	const mo_modification *experiment = argument(annotation, "experiment"), *own = argument(annotation, "__Saltus");
	mo_env env = {.scope = root, .parameter_only = true};
	sm_experiment *x = &c->model->experiment;
	double intervals = NAN;

	for (uint32_t i = 0; experiment && i < experiment->args.n; i++)
		read_setting(c, &env, experiment->args.at[i], x, &intervals);
	if (isnan(x->interval) && intervals >= 1 && !isnan(x->stop))
		x->interval = (x->stop - (isnan(x->start) ? 0 : x->start)) / intervals;
	if (own)
		read_own(c, &env, &own->args, x);
	mo_flatten_figures(c, root, argument(annotation, "Documentation"));
}
