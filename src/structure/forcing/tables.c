/* Tables of external objects. What CombiTable1D and CombiTable2D compute has its corners, and may have its
 * hats and jumps, where what it is asked for passes a point of the table. The points are an argument of the constructor
 * that the object is bound to, unless they are read from a file: then nothing is known of them here. */
#include "structure/forcing/forcing.h"
#include <string.h>

enum { POINTS_MOST = 400 };

/* The argument of the call that goes to the C function at this place, 0: it is none. */
static sx_ref passed(const sx_pool *p, const sm_function *function, sx_ref call, uint32_t place)
{
	const sm_external_args *args = &function->external->args;
	sx_ref local = place < args->n ? args->at[place].value : 0;

	if (!local || sx_op_of(p, local) != SX_LOCAL || sx_at(p, local)->count ||
		sx_at(p, local)->payload >= sx_at(p, call)->count)
		return 0;
	return sx_arg(p, call, sx_at(p, local)->payload);
}

/* The matrix of Reals that the object is made of, and its size; 0: not known. */
static sx_ref points_of(ss_work *w, sx_ref object, uint32_t size[2])
{
	sx_pool *p = w->pool;
	sx_ref made = object && sx_op_of(p, object) == SX_VAR ? sm_var(w->model, sx_at(p, object)->payload)->binding : 0;
	uint32_t number = made && sx_op_of(p, made) == SX_CALL ? sx_at(p, made)->payload : UINT32_MAX;
	const sm_function *f = number < w->model->functions.n ? w->model->functions.at[number] : NULL;

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

bool ss_look_into_table(forcing *f, features *list, sx_ref call)
{
	ss_work *w = f->w;
	const sm_function *function = w->model->functions.at[sx_at(w->pool, call)->payload];
	const char *symbol = function->external->symbol;
	bool one = strcmp(symbol, "ModelicaStandardTables_CombiTable1D_getValue") == 0,
		 two = strcmp(symbol, "ModelicaStandardTables_CombiTable2D_getValue") == 0;
	uint32_t size[2];
	sx_ref points = (one || two) && function->external->own
						? points_of(w, passed(w->pool, function, call, 0), size) : 0;

	if (!points)             /* what else is of the project's own is smooth */
		return function->external->own && !one && !two;
	bool known = add_points(w, list, passed(w->pool, function, call, one ? 2 : 1), points, one ? 1 : 2, size[0], true);
	return (!two || add_points(w, list, passed(w->pool, function, call, 2), points, 2, size[1], false)) && known;
}
