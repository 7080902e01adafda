/* Tables of external objects. What CombiTable1D and CombiTable2D compute has its corners, and may have its
 * hats and jumps, where what it is asked for passes a point of the table. The points are an argument of the constructor
 * that the object is bound to, unless they are read from a file: then nothing is known of them here. A CombiTimeTable
 * is asked at run time: a function of our own counts its points, however many there are and wherever they come from. */
#include "structure/forcing/forcing.h"
#include <string.h>

enum { POINTS_MOST = 400 };

/* The argument of the call that goes to the C function at this place, or a number that does, 0: it is none. */
static sx_ref passed(const sx_pool *p, const sm_function *function, sx_ref call, uint32_t place)
{
	const sm_external_args *args = &function->external->args;
	sx_ref local = place < args->n ? args->at[place].value : 0;

	if (local && sx_is_const(p, local))
		return local;
	if (!local || sx_op_of(p, local) != SX_LOCAL || sx_at(p, local)->count ||
		sx_at(p, local)->payload >= sx_at(p, call)->count)
		return 0;
	return sx_arg(p, call, sx_at(p, local)->payload);
}

/* The call that makes the object, and its function; NULL: not known. */
static const sm_function *made_by(ss_work *w, sx_ref object, sx_ref *made)
{
	const sx_pool *p = w->pool;
	*made = object && sx_op_of(p, object) == SX_VAR ? sm_var(w->model, sx_at(p, object)->payload)->binding : 0;
	uint32_t number = *made && sx_op_of(p, *made) == SX_CALL ? sx_at(p, *made)->payload : UINT32_MAX;
	return number < w->model->functions.n ? w->model->functions.at[number] : NULL;
}

/* The matrix of Reals that the object is made of, and its size; 0: not known. */
static sx_ref points_of(ss_work *w, sx_ref object, uint32_t size[2])
{
	sx_pool *p = w->pool;
	sx_ref made;
	const sm_function *f = made_by(w, object, &made);

	for (uint32_t i = 0; f && i < f->args && i < sx_at(p, made)->count; i++) {
		const sm_local *local = &f->locals.at[i];
		if (local->type != SX_REAL || local->rank != 2 || !sx_is_const(p, local->dims[0]) ||
			!sx_is_const(p, local->dims[1]))
			continue;
		for (int d = 0; d < 2; d++)
			size[d] = (uint32_t)sx_int_value(p, local->dims[d]);
		return sx_arg(p, made, i);
	}
	return 0;
}

/* x against the points of a column (down) or row of the table. */
static bool add_points(ss_work *w, features *list, sx_ref x, sx_ref points, uint32_t first, uint32_t n, bool down)
{
	sx_pool *p = w->pool;

	if (!x || n > POINTS_MOST)
		return false;
	if (!ss_moves(w, x))
		return true;
	for (uint32_t i = first; i <= n; i++) {
		sx_ref at[2] = { sx_int(p, down ? i : 1), sx_int(p, down ? 1 : i) }, point = sx_elem(p, points, at, 2);
		if (sx_op_of(p, point) != SX_AT)
			sb_push(w->scratch, list->within, sx_binary(p, SX_GT, x, point));
	}
	return true;
}

/* ---- tables of time */

static const char VALUES[] = "ModelicaStandardTables_CombiTimeTable_getValue",
				  COUNTS[] = "ModelicaStandardTables_CombiTimeTable_place";
enum { SMOOTHNESS = 8, EXTRAPOLATION = 9, SHIFT = 10, EVENTS = 11 };     /* arguments of what makes them */
enum { LINEAR = 1, CONSTANT = 3, PERIODIC = 3, ALWAYS = 1 };

static bool is_own(const sm_function *f, const char *symbol)
{
	return f->external && f->external->own && strcmp(f->external->symbol, symbol) == 0;
}

bool ss_is_of_time_table(const ss_work *w, sx_ref call)
{
	const sm_function *f = w->model->functions.at[sx_at(w->pool, call)->payload];
	return is_own(f, VALUES) || is_own(f, COUNTS);
}

/* One of the arguments that the object is made of; 0: not known. */
static sx_ref made_with(ss_work *w, sx_ref object, uint32_t place)
{
	sx_ref made;
	const sm_function *f = made_by(w, object, &made);
	return f && f->external ? passed(w->pool, f, made, place) : 0;
}

static bool is_made_with(ss_work *w, sx_ref object, uint32_t place, double one, double other)
{
	sx_ref argument = made_with(w, object, place);
	double value;
	return argument && ss_parameter_value(w, argument, &value) && (value == one || value == other);
}

/* Is each point of the table an event? */
static bool makes_all_events(ss_work *w, sx_ref object)
{
	return is_made_with(w, object, SMOOTHNESS, LINEAR, CONSTANT) &&
		   (!made_with(w, object, EVENTS) || is_made_with(w, object, EVENTS, ALWAYS, ALWAYS));
}

/* The function that counts points: with the arguments of the one that gives values, of which it needs two. */
static uint32_t counting(ss_work *w, const sm_function *values)
{
	sm_model *m = w->model;

	for (uint32_t i = 0; i < m->functions.n; i++)
		if (is_own(m->functions.at[i], COUNTS))
			return i;
	sm_function *f = sb_new(m->arena, sm_function);
	*f = *values;
	memset(&f->given, 0, sizeof f->given);
	memset(&f->made, 0, sizeof f->made);
	f->external = sb_new(m->arena, sm_external);
	*f->external = *values->external;
	f->external->symbol = COUNTS;
	memset(&f->external->args, 0, sizeof f->external->args);
	sb_push(m->arena, f->external->args, values->external->args.at[0]);
	sb_push(m->arena, f->external->args, values->external->args.at[2]);
	sb_push(m->arena, m->functions, f);
	return m->functions.n - 1;
}

/* Corners and jumps where the number of points that are over changes. */
static void count_points(ss_work *w, features *list, const sm_function *values, sx_ref call, sx_ref object, sx_ref time)
{
	sx_pool *p = w->pool;
	sm_exprs arguments = {0};

	for (uint32_t i = 0; i < sx_at(p, call)->count; i++) {
		sx_ref argument = sx_arg(p, call, i);
		bool needed = argument == object || argument == time;
		sb_push(w->scratch, arguments, needed ? argument : sx_type_of(p, argument) == SX_REAL ? w->zero : sx_int(p, 1));
	}
	sx_ref place = sx_call(p, counting(w, values), SX_REAL, arguments.at, arguments.n);
	sb_push(w->scratch, list->within, sx_unary(p, SX_FLOOR, place));
}

/* What is asked for is a state, or made of some: the points are known if they are in the text. */
static bool add_points_of_time(ss_work *w, features *list, sx_ref object, sx_ref time)
{
	sx_pool *p = w->pool;
	uint32_t size[2];
	sx_ref points = points_of(w, object, size), shift = made_with(w, object, SHIFT), at = time;

	if (!points || !shift || !made_with(w, object, EXTRAPOLATION))
		return false;
	at = sx_binary(p, SX_SUB, at, shift);
	if (is_made_with(w, object, EXTRAPOLATION, PERIODIC, PERIODIC)) {
		sx_ref one[2] = {sx_int(p, 1), sx_int(p, 1)}, end[2] = {sx_int(p, size[0]), sx_int(p, 1)},
			   first = sx_elem(p, points, one, 2), period = sx_binary(p, SX_SUB, sx_elem(p, points, end, 2), first);
		at = sx_binary(p, SX_ADD, first, sx_binary(p, SX_MOD, sx_binary(p, SX_SUB, at, first), period));
	}
	return add_points(w, list, at, points, 1, size[0], true);
}

static bool look_into_time_table(forcing *f, features *list, const sm_function *values, sx_ref call)
{
	ss_work *w = f->w;
	sx_ref object = passed(w->pool, values, call, 0), time = passed(w->pool, values, call, 2);

	if (!object || !time)
		return false;
	if (!ss_moves(w, time) || makes_all_events(w, object))
		return true;
	if (!ss_of_time(f, time))
		return add_points_of_time(w, list, object, time);
	count_points(w, list, values, call, object, time);
	return true;
}

bool ss_look_into_table(forcing *f, features *list, sx_ref call)
{
	ss_work *w = f->w;
	const sm_function *function = w->model->functions.at[sx_at(w->pool, call)->payload];
	const char *symbol = function->external->symbol;
	bool one = strcmp(symbol, "ModelicaStandardTables_CombiTable1D_getValue") == 0,
		 two = strcmp(symbol, "ModelicaStandardTables_CombiTable2D_getValue") == 0;
	uint32_t size[2];
	if (is_own(function, VALUES))
		return look_into_time_table(f, list, function, call);
	sx_ref points = (one || two) && function->external->own
						? points_of(w, passed(w->pool, function, call, 0), size) : 0;

	if (!points)             /* what else is of the project's own is smooth */
		return function->external->own && !one && !two;
	bool known = add_points(w, list, passed(w->pool, function, call, one ? 2 : 1), points, one ? 1 : 2, size[0], true);
	return (!two || add_points(w, list, passed(w->pool, function, call, 2), points, 2, size[1], false)) && known;
}
