/* What is varied: names to scalars, start values as parameters, values from texts. */
#include "study/many/many_inside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_start(const char *name)
{
	return sb_ends_with(name, ".start");
}

/* The value that the model has, if it is a number that nothing else decides. */
static double value_of(const st_many *x, uint32_t scalar)
{
	const st_model *m = x->model;
	for (uint32_t i = 0; i < m->values.n; i++)
		if (m->values.at[i].scalar == scalar)
			return m->values.at[i].number;
	uint32_t element;
	const sm_variable *v = sm_var(m->flat, sm_variable_of_scalar(m->flat, scalar, &element));
	sx_value value;
	if (!v->binding || v->rank || !sx_eval(m->flat->pool, v->binding, NULL, &value))
		return NAN;
	return value.type == SX_REAL ? value.real : (double)value.integer;
}

static void describe(st_many *x, st_varied *v)
{
	st_model *m = x->model;
	uint32_t element;
	v->scalar = sm_find_scalar(m->flat, v->name);
	v->type = SX_REAL;
	v->value = NAN;
	v->unit = "";
	if (v->scalar == UINT32_MAX && st_needs_translation(m, v->name, "1")) {
		v->structural = true;        /* an attribute, or a start value of an element */
		return;
	}
	if (!st_settable(m, v->name, &v->scalar) || v->scalar == UINT32_MAX)
		return;
	const sm_variable *p = sm_var(m->flat, sm_variable_of_scalar(m->flat, v->scalar, &element));
	v->type = p->type;
	v->literals = p->enumeration ? m->flat->enums.at[p->enumeration - 1].count : 0;
	v->structural = p->structural;
	v->zero_is_structural = p->zero_is_structural;
	v->unit = p->unit ? p->unit : "";
	v->value = value_of(x, v->scalar);
	if (p->type == SX_STRING)
		sb_help(sb_report(m->diag, SB_ERROR, "U0721", p->span, "'%s' is a text, and texts cannot be varied", v->name),
				"an Integer or an enumeration that selects among texts can be");
}

static void tell_structure(st_many *x)
{
	sb_text names = {0};
	for (uint32_t i = 0; i < x->count; i++)
		if (x->varied[i].structural)
			sb_addf(&names, "%s'%s'", names.n ? ", " : "", x->varied[i].name);
	if (names.n)
		sb_report(x->model->diag, SB_INFO, "U0722", (sb_span){0},
				  "the structure of the model depends on %s: it is translated again for each value", names.at);
	sb_text_free(&names);
}

st_many *st_many_new(const char *path, const char *class_name, const st_options *o, const char *const *names,
					 uint32_t count)
{
	st_many *x = memset(sb_resize(NULL, sizeof *x), 0, sizeof *x);
	sb_strings starts = {0};
	x->arena = sb_arena_new();
	x->path = sb_strdup(x->arena, path);
	x->class_name = class_name ? sb_strdup(x->arena, class_name) : NULL;
	x->options = *o;
	x->count = count;
	x->varied = sb_new_array(x->arena, st_varied, count + 1);
	pthread_mutex_init(&x->lock, NULL);
	pthread_cond_init(&x->made, NULL);
	for (uint32_t i = 0; i < count; i++) {
		x->varied[i].name = sb_strdup(x->arena, names[i]);
		x->varied[i].start = is_start(names[i]);
		if (x->varied[i].start)
			sb_push(x->arena, starts, x->varied[i].name);
	}
	x->options.starts = starts.at;
	x->options.start_count = starts.n;
	x->model = st_load(path, class_name, &x->options);
	for (uint32_t i = 0; x->model->flat && x->model->program && i < count; i++)
		describe(x, &x->varied[i]);
	if (x->model->program && !sb_errors(x->model->diag))
		tell_structure(x);
	return x;
}

void st_many_free(st_many *x)
{
	if (!x)
		return;
	st_programs_free(x);
	for (uint32_t i = 0; i < ST_THREADS_MOST; i++)
		free(x->values[i]);
	st_free(x->model);
	pthread_mutex_destroy(&x->lock);
	pthread_cond_destroy(&x->made);
	sb_arena_free(x->arena);
	free(x);
}

st_model *st_many_model(const st_many *x)
{
	return x->model;
}

const st_varied *st_many_varied(const st_many *x, uint32_t i)
{
	return &x->varied[i];
}

bool st_many_value(st_many *x, uint32_t i, const char *text, double *out)
{
	const st_varied *v = &x->varied[i];
	char *end;
	if (v->scalar != UINT32_MAX)
		return st_read_number(x->model, v->scalar, v->name, text, out);
	*out = sb_read_real(text, &end);
	if (end != text && !*end && isfinite(*out))
		return true;
	sb_help(sb_report(x->model->diag, SB_ERROR, "U0102", (sb_span){0}, "'%s' is not a value for '%s'", text, v->name),
			"give a number such as 2.5 or 1e-3");
	return false;
}

void st_many_value_text(const st_many *x, uint32_t i, double value, sb_text *out)
{
	const st_varied *v = &x->varied[i];
	uint32_t element;
	const sm_variable *p =
		v->scalar == UINT32_MAX ? NULL
								: sm_var(x->model->flat, sm_variable_of_scalar(x->model->flat, v->scalar, &element));
	const sm_enum *e = p && p->enumeration ? &x->model->flat->enums.at[p->enumeration - 1] : NULL;
	if (e && value >= 1 && value <= e->count)
		sb_addf(out, "%s.%s", e->name, e->literals[(uint32_t)value - 1]);
	else if (p && p->type == SX_BOOLEAN)
		sb_add(out, value != 0 ? "true" : "false");
	else
		sb_add_real(out, value);
}
