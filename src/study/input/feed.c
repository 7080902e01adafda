/* Inputs that samples give: an opaque component for each, whose output is the input. */
#include "study/input/input.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "model/block.h"
#include "model/flat/flat.h"

/* Of one input: the sets of samples, and of which type its values are. Sets are in rooms that are never moved, each
 * twice as large as the one before, so that runs in other threads go on while a set is added. */
enum { FIRST_ROOM = 8, ROOMS = 24 };
typedef struct feed {
	const char *name;
	const sm_variable *of;
	sb_span span;
	sl_signal **room[ROOMS]; _Atomic uint32_t n;
} feed;

static sl_signal **place_of(const feed *f, uint32_t number)
{
	uint32_t k = 0, size = FIRST_ROOM;
	for (; number >= size; k++, size *= 2)
		number -= size;
	return &f->room[k][number];
}

struct st_feeds { feed *at; uint32_t n; };

/* ---------------------------------------------------------------------------------------- the component */

enum { PIECE, VALUE };                   /* its discrete states; VALUE: of what is not Real */
enum { ORDERS = 3 };                     /* its outputs: the value, and derivatives */
static const char *const output_names[ORDERS] = {"y", "dy", "ddy"};

static const sl_signal *set_of(const feed *f, const sl_block_values *v)
{
	double number = v->parameters[0];
	return number >= 0 && number < atomic_load(&f->n) ? *place_of(f, (uint32_t)number) : NULL;
}

static void *make(void *context, const char *name, const double *parameters)
{
	(void)name;
	(void)parameters;
	return context;
}

static bool output(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	const sl_signal *s = set_of(self, v);
	if (s)
		*out = sl_signal_at(s, v->discrete[PIECE], v->time, (int)item);
	return s != NULL;
}

static bool update(void *self, const sl_block_values *v, const sl_block_event *e, sl_block_jump *jump)
{
	const feed *f = self;
	const sl_signal *s = set_of(f, v);
	(void)e;
	if (!s)
		return false;
	double next = sl_signal_next(s, v->time);
	jump->discrete[PIECE] = sl_signal_piece(s, v->time);
	if (f->of->type != SX_REAL)
		jump->discrete[VALUE] = sl_signal_at(s, jump->discrete[PIECE], v->time, 0);
	jump->next = isfinite(next) ? next : SL_NEVER;
	return true;
}

static const sl_block_operations operations = {.make = make, .output = output, .update = update};
static const sl_block_operations operations_of_steps = {.make = make, .update = update};

/* NAME.samples, or NAME.samples2 of an element. */
static const char *component_name(const sm_model *m, const feed *f, uint32_t element)
{
	return f->of->rank ? sb_printf(m->arena, "%s.samples%u", f->of->name, element + 1)
					   : sb_printf(m->arena, "%s.samples", f->of->name);
}

static const sm_block *add_component(sm_model *m, feed *f, uint32_t element)
{
	static const uint32_t piece[] = {PIECE};
	bool steps = f->of->type != SX_REAL;
	sm_block_item *parameters = sb_new_array(m->arena, sm_block_item, 1);
	sm_block_item *discrete = sb_new_array(m->arena, sm_block_item, 2);
	sm_block_item *outputs = sb_new_array(m->arena, sm_block_item, ORDERS);
	parameters[0] = (sm_block_item){.name = "data", .type = SX_INTEGER};
	discrete[PIECE] = (sm_block_item){.name = "piece", .type = SX_REAL};
	discrete[VALUE] = (sm_block_item){.name = "y", .type = f->of->type};
	for (uint32_t i = 0; i < ORDERS; i++)
		outputs[i] = (sm_block_item){.name = output_names[i], .type = SX_REAL, .slope = i + 1 < ORDERS ? i + 1 : 0,
			.reads = {.time = true, .discrete = piece, .discrete_count = 1}};
	sm_block block = {.name = component_name(m, f, element), .operations = steps ? &operations_of_steps : &operations,
		.context = f, .parameters = {.at = parameters, .n = 1}, .outputs = {.at = outputs, .n = steps ? 0 : ORDERS},
		.discrete = {.at = discrete, .n = steps ? 2 : 1}, .update = {.time = true},
		.time_events = true, .span = f->span};
	sb_text why = {0};
	const sm_block *added = sm_add_block(m, &block, &why);
	sb_must(added, "the component of the input %s: %s", f->name, why.at);
	sb_text_free(&why);
	for (const char *const *hidden = (const char *const[]){"data", "piece", "y", NULL}; *hidden; hidden++)
		sm_edit(m, sm_block_variable(added, *hidden))->hidden = true;
	for (uint32_t i = 1; i < added->outputs.n; i++)
		sm_edit(m, added->outputs.at[i].variable)->hidden = true;
	return added;
}

/* ------------------------------------------------------------------------------------- which inputs there are */

static void list_inputs(const sm_model *m, sb_message *e)
{
	sb_text names = {0};
	uint32_t n = 0;
	for (uint32_t i = 0; i < m->variables.n; i++)
		if (m->variables.at[i].held && n++ < 20)
			sb_addf(&names, "%s%s", n > 1 ? ", " : "", m->variables.at[i].name);
	if (n)
		sb_note(e, "its inputs are %s%s", names.at, n > 20 ? ", ..." : "");
	else
		sb_note(e, "%s has no inputs: variables that are declared as `input` at its top level", m->name);
	sb_text_free(&names);
}

static bool is_given(const sm_model *m, const char *name)
{
	uint32_t scalar = sm_find_scalar(m, name), element, v = sm_find(m, name);
	if (v == UINT32_MAX && scalar != UINT32_MAX)
		v = sm_variable_of_scalar(m, scalar, &element);
	return v != UINT32_MAX && !sm_var(m, v)->hidden;
}

static bool report_no_input(const sm_model *m, const st_input *in)
{
	sb_strings names = {0};
	for (uint32_t i = 0; i < m->variables.n; i++)
		if (m->variables.at[i].held)
			sb_push(m->arena, names, m->variables.at[i].name);
	const char *near = sb_nearest(in->name, names.at, names.n);
	bool known = is_given(m, in->name);
	sb_message *e = sb_report(m->diag, SB_ERROR, "U0401", (sb_span){0},
							  known ? "'%s' is not an input of %s" : "there is no input '%s' in %s", in->name, m->name);
	if (near)
		sb_help(e, "did you mean '%s'?", near);
	else
		list_inputs(m, e);
	return false;
}

/* The variable of an input, and the element; UINT32_MAX as element: all of an array. */
static const sm_variable *find_input(const sm_model *m, const char *name, uint32_t *element)
{
	uint32_t scalar = sm_find_scalar(m, name), whole = sm_find(m, name);
	*element = UINT32_MAX;
	if (scalar != UINT32_MAX)
		whole = sm_variable_of_scalar(m, scalar, element);
	const sm_variable *v = whole == UINT32_MAX ? NULL : sm_var(m, whole);
	return v && v->held ? v : NULL;
}

static bool is_twice(const st_input *inputs, uint32_t k)
{
	for (uint32_t i = 0; i < k; i++)
		if (strcmp(inputs[i].name, inputs[k].name) == 0)
			return true;
	return false;
}

static bool check_shape(const sm_model *m, const st_input *in, const sm_variable *v)
{
	if (!in->shaped || in->default_method || v->type == SX_REAL || in->shape.method < SL_BY_LINES)
		return true;
	sb_message *e = sb_report(m->diag, SB_ERROR, "U0402", (sb_span){0},
							  "'%s' has no values between its samples: it is %s", in->name,
							  v->type == SX_BOOLEAN ? "a Boolean" : "an Integer");
	sb_help(e, "use floor, ceil or nearest instead of %s", sl_method_names[in->shape.method]);
	return false;
}

static bool check_input(const sm_model *m, const st_input *inputs, uint32_t k)
{
	const st_input *in = &inputs[k];
	uint32_t element;
	const sm_variable *v = find_input(m, in->name, &element);
	if (!v)
		return in->file || report_no_input(m, in);
	if (is_twice(inputs, k)) {
		sb_report(m->diag, SB_ERROR, "U0403", (sb_span){0}, "the input '%s' is given twice", in->name);
		return false;
	}
	if (v->type == SX_STRING || v->type == SX_CLOCK) {
		sb_report(m->diag, SB_ERROR, "U0404", v->span, "'%s' is a %s, which --input cannot set", in->name,
				  v->type == SX_STRING ? "String" : "Clock");
		return false;
	}
	if (in->expression ? v->rank && element != UINT32_MAX : v->rank && element == UINT32_MAX) {
		sb_message *e = sb_report(m->diag, SB_ERROR, "U0405", v->span, in->expression
			? "'%s' is one element of an array, but an expression gives the whole array"
			: "'%s' is an array, but a column gives one element", in->name);
		sb_help(e, in->expression ? "--input '%s={..., ...}'" : "--input '%s[1]=...'", v->name);
		return false;
	}
	return check_shape(m, in, v);
}

static bool is_input(const sm_model *m, const st_input *in)
{
	uint32_t element;
	return find_input(m, in->name, &element) != NULL;
}

/* Of a file that is given as a whole at least one column is an input. Its columns stand one after another. */
static bool check_file(const sm_model *m, const st_input *inputs, uint32_t count)
{
	for (uint32_t k = 0; k < count && inputs[k].file == inputs[0].file; k++)
		if (is_input(m, &inputs[k]))
			return true;
	list_inputs(m, sb_report(m->diag, SB_ERROR, "U0411", (sb_span){0},
							 "no column of '%s' has the name of an input of %s", inputs[0].file, m->name));
	return false;
}

bool st_check_inputs(const sm_model *m, const st_input *inputs, uint32_t count)
{
	bool good = true;
	for (uint32_t k = 0; k < count; k++) {
		good &= check_input(m, inputs, k);
		if (inputs[k].file && (k == 0 || inputs[k - 1].file != inputs[k].file))
			good &= check_file(m, inputs + k, count - k);
	}
	return good;
}

/* -------------------------------------------------------------------------------------------------- fed */

static bool whole_numbers(const feed *f, sb_diag *diag, const st_input *in)
{
	const sm_variable *v = f->of;
	for (size_t i = 0; i < in->n && v->type != SX_REAL; i++) {
		double y = in->value[i];
		if (v->type == SX_BOOLEAN ? y == 0 || y == 1 : y == floor(y) && fabs(y) < 9007199254740992.0)
			continue;
		sb_report(diag, SB_ERROR, "U0406", (sb_span){0}, "%s: row %u has %.10g, which is not a value of the %s '%s'",
				  in->source ? in->source : in->name, in->rows ? in->rows[i] : (uint32_t)i + 1, y,
				  v->type == SX_BOOLEAN ? "Boolean" : "Integer", in->name);
		return false;
	}
	return true;
}

/* NULL after a message. */
static sl_signal *signal_of(const feed *f, sb_diag *diag, const st_input *in)
{
	sb_text why = {0};
	size_t row = 0;
	sl_shape shape = in->shape;
	if (!in->shaped)
		shape.before = shape.behind = SL_BEYOND_HOLD;
	if (!in->shaped || in->default_method)
		shape.method = f->of->type == SX_REAL ? SL_BY_LINES : SL_BY_FLOOR;
	sl_signal *s = whole_numbers(f, diag, in) ? sl_signal_new(in->time, in->value, in->n, shape, &why, &row) : NULL;
	if (why.n) {
		sb_message *e = sb_report(diag, SB_ERROR, "U0407", (sb_span){0}, "%s: the samples cannot be used: %s",
								  in->source ? in->source : in->name, why.at);
		if (in->n)
			sb_note(e, "in row %u", in->rows ? in->rows[row] : (uint32_t)row + 1);
		if (in->n && !isfinite(in->value[row]))
			sb_help(e, "an input needs a value at each time: take rows with gaps out, or fill them in");
	}
	sb_text_free(&why);
	return s;
}

static uint32_t add_set(feed *f, sb_diag *diag, const st_input *in)
{
	uint32_t number = atomic_load(&f->n), k = 0, size = FIRST_ROOM, rest = number;
	sl_signal *s = signal_of(f, diag, in);
	if (!s)
		return UINT32_MAX;
	for (; rest >= size; k++, size *= 2)
		rest -= size;
	if (rest == 0)
		f->room[k] = sb_resize(NULL, size * sizeof *f->room[k]);
	*place_of(f, number) = s;
	atomic_store(&f->n, number + 1);
	return number;
}

uint32_t st_input_set(st_feeds *all, sb_diag *diag, const st_input *samples, uint32_t instead)
{
	uint32_t i = 0;
	while (all && i < all->n && strcmp(all->at[i].name, samples->name) != 0)
		i++;
	if (!all || i == all->n) {
		sb_help(sb_report(diag, SB_ERROR, "U0408", (sb_span){0}, "the input '%s' was not loaded with samples",
						  samples->name), "load the model with samples for it; others may take their place then");
		return UINT32_MAX;
	}
	if (instead == UINT32_MAX)
		return add_set(&all->at[i], diag, samples);
	sl_signal *s = signal_of(&all->at[i], diag, samples), **place = place_of(&all->at[i], instead);
	if (!s)
		return UINT32_MAX;
	sl_signal_free(*place);
	*place = s;
	return instead;
}

sx_ref st_start_at(const sm_model *m, const sm_variable *v, sx_ref element)
{
	sx_ref start = v->start;
	for (uint32_t d = 0; d < v->rank; d++)
		start = sx_replace(m->pool, start, sx_iter(m->pool, v->over[d]), sx_arg(m->pool, element, d));
	return start;
}

/* Elements of an array that nobody gives keep their start values, as the whole did. */
static void hold_others(sm_model *m, uint32_t variable, const bool *given)
{
	sm_edit(m, variable)->held = false;
	for (uint32_t k = 0; k < sm_var(m, variable)->count; k++) {
		const sm_variable *v = sm_var(m, variable);
		sx_ref element = sm_ref_at(m, variable, k);
		if (!given[k])
			sm_add_equation(m, element, st_start_at(m, v, element), v->span, v->component);
	}
}

static bool feed_one(sm_model *m, feed *f, const st_input *in, bool *given)
{
	uint32_t element;
	const sm_variable *v = find_input(m, in->name, &element);
	sm_variable *copy = sb_new(m->arena, sm_variable);   /* the table of variables moves when some are added */
	*copy = *v;
	memset(f, 0, sizeof *f);
	f->name = sb_strdup(m->arena, in->name);
	f->of = copy;
	f->span = v->span;
	if (add_set(f, m->diag, in) == UINT32_MAX)
		return false;
	uint32_t k = v->rank ? element : 0, variable = (uint32_t)(v - m->variables.at);
	const sm_block *block = add_component(m, f, k);
	sm_add_equation(m, sm_ref_at(m, variable, k), sm_ref(m, sm_block_variable(block, "y")), f->span, f->of->component);
	given[f->of->first + k] = true;
	return true;
}

st_feeds *st_feed(sm_model *m, const st_input *inputs, uint32_t count)
{
	st_feeds *all = sb_resize(NULL, sizeof *all);
	uint32_t scalars = m->scalars, variables = m->variables.n;
	bool *given = sb_new_array(m->arena, bool, scalars + 1);
	bool good = true;
	*all = (st_feeds){.at = sb_resize(NULL, (count + 1) * sizeof *all->at)};
	for (uint32_t i = 0; i < count; i++)
		if (!inputs[i].expression && (!inputs[i].file || is_input(m, &inputs[i])))
			good &= feed_one(m, &all->at[all->n++], &inputs[i], given);
	for (uint32_t v = 0; v < variables; v++)
		for (uint32_t k = 0; k < sm_var(m, v)->count; k++)
			if (given[sm_var(m, v)->first + k]) {
				hold_others(m, v, given + sm_var(m, v)->first);
				break;
			}
	if (good)
		return all;
	st_feeds_free(all);
	return NULL;
}

void st_feeds_free(st_feeds *all)
{
	for (uint32_t i = 0; all && i < all->n; i++) {
		feed *f = &all->at[i];
		for (uint32_t k = 0; k < atomic_load(&f->n); k++)
			sl_signal_free(*place_of(f, k));
		for (uint32_t k = 0; k < ROOMS; k++)
			free(f->room[k]);
	}
	if (all)
		free(all->at);
	free(all);
}
