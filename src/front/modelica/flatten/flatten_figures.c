/* The figures that a class gives with its documentation (3.6, 18.4):
 *
 *     annotation(Documentation(figures = {Figure(title = "Tank", plots = {
 *         Plot(title = "Level", curves = {Curve(y = h, legend = "level")}, y = Axis(label = "h", min = 0))})}));
 *
 * They are read, not looked up: a curve is the name of a result.
 */
#include "front/modelica/flatten/flatten_inside.h"

#include <math.h>
#include <string.h>

static const mo_expr *named(const mo_expr *call, const char *name)
{
	for (uint32_t i = 0; call && i < call->named.n; i++)
		if (strcmp(call->named.at[i].name, name) == 0)
			return call->named.at[i].value;
	return NULL;
}

static bool is_call(const mo_expr *e, const char *name)
{
	return e && e->kind == MO_E_CALL && e->parts.n == 1 && strcmp(e->parts.at[0].name, name) == 0;
}

static const char *text_of(const mo_expr *e)
{
	return e && e->kind == MO_E_STRING ? e->text : "";
}

static double number_of(mo_context *c, const mo_env *env, const mo_expr *e)
{
	return e ? mo_annotation_number(c, env, e, e->span, "a limit of an axis") : NAN;
}

/* The elements of what must be an array; anything else is told. */
static uint32_t count_of(mo_context *c, const mo_expr *e, const char *what, const char *why)
{
	if (e && e->kind != MO_E_ARRAY)
		mo_not_used(c, e->span, what, why);
	return e && e->kind == MO_E_ARRAY ? e->a.n : 0;
}

/* As results are called: without spaces. */
static const char *result_name(mo_context *c, const mo_expr *e)
{
	sb_text text = {0}, plain = {0};

	mo_expr_text(e, &text);
	for (size_t i = 0; i < text.n; i++)
		if (text.at[i] != ' ')
			sb_addf(&plain, "%c", text.at[i]);
	const char *out = sb_strdup(c->arena, plain.at ? plain.at : "");
	sb_text_free(&text);
	sb_text_free(&plain);
	return out;
}

static bool is_time(const mo_expr *e)
{
	return !e || (e->kind == MO_E_REF && e->parts.n == 1 && strcmp(e->parts.at[0].name, "time") == 0);
}

static void read_curve(mo_context *c, const mo_expr *e, sm_plot *to)
{
	const mo_expr *y = is_call(e, "Curve") ? named(e, "y") : NULL;

	if (!y)
		return;
	const mo_expr *x = named(e, "x");
	sm_curve curve = {
		.y = result_name(c, y), .x = is_time(x) ? "" : result_name(c, x), .legend = text_of(named(e, "legend"))};
	sb_push(c->arena, to->curves, curve);
}

static void read_plot(mo_context *c, const mo_env *env, const mo_expr *e, sm_figure *to)
{
	sm_plot plot = {.title = text_of(named(e, "title")), .low = NAN, .high = NAN};
	const mo_expr *curves = named(e, "curves"), *x = named(e, "x"), *y = named(e, "y");

	if (!is_call(e, "Plot"))
		return;
	plot.x_label = text_of(named(x, "label"));
	plot.y_label = text_of(named(y, "label"));
	plot.low = number_of(c, env, named(y, "min"));
	plot.high = number_of(c, env, named(y, "max"));
	for (uint32_t i = 0, n = count_of(c, curves, "a plot", "its curves are written {Curve(y = ...), ...}"); i < n; i++)
		read_curve(c, curves->a.at[i], &plot);
	if (plot.curves.n)
		sb_push(c->arena, to->plots, plot);
}

void mo_flatten_figures(mo_context *c, mo_scope *root, const mo_modification *documentation)
{
	mo_env env = {.scope = root, .parameter_only = true};
	const mo_expr *all = NULL;

	for (uint32_t i = 0; documentation && i < documentation->args.n; i++)
		if (documentation->args.at[i]->name_n == 1 && strcmp(documentation->args.at[i]->name[0], "figures") == 0)
			all = documentation->args.at[i]->value;
	for (uint32_t i = 0, n = count_of(c, all, "the list of figures", "figures are written {Figure(...), ...}"); i < n;
		 i++) {
		const mo_expr *e = all->a.at[i], *plots = named(e, "plots"), *preferred = named(e, "preferred");
		sm_figure figure = {.title = text_of(named(e, "title")),
							.preferred = preferred && preferred->kind == MO_E_BOOLEAN && preferred->number != 0};

		if (!is_call(e, "Figure"))
			continue;
		for (uint32_t k = 0, m = count_of(c, plots, "a figure", "its plots are written {Plot(...), ...}"); k < m; k++)
			read_plot(c, &env, plots->a.at[k], &figure);
		if (figure.plots.n)
			sb_push(c->arena, c->model->settings.figures, figure);
	}
}
