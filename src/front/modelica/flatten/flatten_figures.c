/* The figures that a class gives with its documentation (3.6, 18.4):
 *
 *     annotation(Documentation(figures = {Figure(title = "Tank", plots = {
 *         Plot(title = "Level", curves = {Curve(y = h, legend = "level")}, y = Axis(label = "h", min = 0))})}));
 *
 * They are read, not looked up: a curve is the name of a result.
 *
 * Components whose class has annotation(__Saltus(viewer = true)) are figures, too: of such a class the names of curves
 * are those of the component, an array stands for a curve of each element, and a title "%title" is the value of the
 * String parameter title, or, where it is empty, the name of the component. So a scope of a diagram is a figure. */
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

/* Whose figures are read: the translated class, or a viewer. */
typedef struct reader { mo_context *c; mo_scope *scope; mo_env env; } reader;

/* As results are called: without spaces, behind the name of the component. */
static const char *result_name(const reader *r, const mo_expr *e)
{
	mo_context *c = r->c;
	sb_text text = {0}, plain = {0};

	mo_expr_text(e, &text);
	for (size_t i = 0; i < text.n; i++)
		if (text.at[i] != ' ')
			sb_addf(&plain, "%c", text.at[i]);
	const char *name = plain.at ? plain.at : "";
	bool inside = *r->scope->prefix;
	const char *out = inside ? sb_printf(c->arena, "%s.%s", r->scope->prefix, name) : sb_strdup(c->arena, name);
	sb_text_free(&text);
	sb_text_free(&plain);
	return out;
}

static bool is_time(const mo_expr *e)
{
	return !e || (e->kind == MO_E_REF && e->parts.n == 1 && strcmp(e->parts.at[0].name, "time") == 0);
}

/* The vector of a viewer that a curve names; NULL: it is none. */
static const mo_item *vector_of(const reader *r, const mo_expr *y)
{
	const mo_item *item = y->kind == MO_E_REF && y->parts.n == 1 && !y->parts.at[0].subscripted
		? mo_member(r->scope, y->parts.at[0].name) : NULL;
	return item && item->kind == MO_I_COMPONENT && item->rank == 1 && item->shape && *r->scope->prefix ? item : NULL;
}

static void read_curve(const reader *r, const mo_expr *e, sm_plot *to)
{
	const mo_expr *y = is_call(e, "Curve") ? named(e, "y") : NULL;

	if (!y)
		return;
	const mo_expr *x = named(e, "x");
	const mo_item *several = vector_of(r, y);
	sm_curve curve = {
		.y = result_name(r, y), .x = is_time(x) ? "" : result_name(r, x), .legend = text_of(named(e, "legend"))};
	for (uint32_t k = 1; several && k <= several->shape[0]; k++)
		sb_push(r->c->arena, to->curves,
				((sm_curve){sb_printf(r->c->arena, "%s[%u]", curve.y, k), curve.x, curve.legend}));
	if (!several)
		sb_push(r->c->arena, to->curves, curve);
}

static void read_plot(const reader *r, const mo_expr *e, sm_figure *to)
{
	mo_context *c = r->c;
	sm_plot plot = {.title = text_of(named(e, "title")), .low = NAN, .high = NAN};
	const mo_expr *curves = named(e, "curves"), *x = named(e, "x"), *y = named(e, "y");

	if (!is_call(e, "Plot"))
		return;
	plot.x_label = text_of(named(x, "label"));
	plot.y_label = text_of(named(y, "label"));
	plot.low = number_of(c, &r->env, named(y, "min"));
	plot.high = number_of(c, &r->env, named(y, "max"));
	for (uint32_t i = 0, n = count_of(c, curves, "a plot", "its curves are written {Curve(y = ...), ...}"); i < n; i++)
		read_curve(r, curves->a.at[i], &plot);
	if (plot.curves.n)
		sb_push(c->arena, to->plots, plot);
}

/* The title of a viewer that has a parameter for it. */
static const char *title_of(const reader *r, const char *written)
{
	if (!*r->scope->prefix || strcmp(written, "%title") != 0)
		return written;
	const mo_item *item = mo_member(r->scope, sb_intern(r->c->names, "title"));
	const sm_variable *v = item && item->variable != UINT32_MAX ? sm_var(r->c->model, item->variable) : NULL;
	sx_value value;
	bool known = v && v->type == SX_STRING && v->binding && mo_try_evaluate(r->c, v->binding, &value);
	return known && *value.string ? sb_strdup(r->c->arena, value.string) : r->scope->prefix;
}

static void read_figures(const reader *r, const mo_modification *documentation)
{
	mo_context *c = r->c;
	const mo_expr *all = NULL;

	for (uint32_t i = 0; documentation && i < documentation->args.n; i++)
		if (documentation->args.at[i]->name_n == 1 && strcmp(documentation->args.at[i]->name[0], "figures") == 0)
			all = documentation->args.at[i]->value;
	for (uint32_t i = 0, n = count_of(c, all, "the list of figures", "figures are written {Figure(...), ...}"); i < n;
		 i++) {
		const mo_expr *e = all->a.at[i], *plots = named(e, "plots"), *preferred = named(e, "preferred");
		sm_figure figure = {.title = title_of(r, text_of(named(e, "title"))),
							.preferred = preferred && preferred->kind == MO_E_BOOLEAN && preferred->number != 0};

		if (!is_call(e, "Figure"))
			continue;
		for (uint32_t k = 0, m = count_of(c, plots, "a figure", "its plots are written {Plot(...), ...}"); k < m; k++)
			read_plot(r, plots->a.at[k], &figure);
		if (figure.plots.n)
			sb_push(c->arena, c->model->settings.figures, figure);
	}
}

static void read_viewer(mo_context *c, mo_scope *scope, void *unused)
{
	const mo_class *def = scope->class_def;
	const mo_modification *viewer = def ? mo_own_setting(&def->annotation, "viewer") : NULL;
	reader r = {c, scope, {.scope = scope, .parameter_only = true}};
	(void)unused;
	for (uint32_t i = 0; viewer && !scope->axis_count && i < def->annotation.n; i++)
		if (def->annotation.at[i]->name_n == 1 && strcmp(def->annotation.at[i]->name[0], "Documentation") == 0)
			read_figures(&r, def->annotation.at[i]);
}

void mo_flatten_figures(mo_context *c, mo_scope *root, const mo_modification *documentation)
{
	reader r = {c, root, {.scope = root, .parameter_only = true}};
	read_figures(&r, documentation);
	mo_visit_components(c, root, read_viewer, NULL);
}
