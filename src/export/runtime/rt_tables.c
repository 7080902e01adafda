/* Tables, as the equations ask them. Their points are constants of the model. */
#include "export/runtime/export_runtime.h"

#include <stdio.h>
#include <stdlib.h>

static const rt_model *model_of(const rt_data *d)
{
	return ((const rt_run *)d)->model;
}

/* The shortest text that reads back as the number. */
static const char *number(rt_real value, char *text, size_t size)
{
	for (int digits = 6; digits <= 17; digits++) {
		snprintf(text, size, "%.*g", digits, (double)value);
		if ((rt_real)strtod(text, NULL) == value)
			break;
	}
	return text;
}

/* A value; a fault fails, and tells who has asked. */
static rt_real answer(rt_data *d, int site, rt_real value, const sl_fault *fault)
{
	char why[200], u[32], from[32], to[32];
	const rt_model *m = model_of(d);
	const rt_site *caller = d->caller >= 0 && (uint32_t)d->caller < m->sites ? &m->site[d->caller] : NULL;
	if (fault->kind == SL_GOOD)
		return value;
	int n = caller ? snprintf(why, sizeof why, "'%s', %s: ", caller->what, caller->where) : 0;
	size_t used = n < 0 ? 0 : (size_t)n < sizeof why ? (size_t)n : sizeof why - 1;
	if (fault->kind == SL_NO_COLUMN)
		snprintf(why + used, sizeof why - used, "column %d of %lu columns of a table was asked for", fault->column,
				 (unsigned long)fault->count);
	else
		snprintf(why + used, sizeof why - used,
				 "%s = %s is %s the table, which goes from %s to %s, and extrapolation is not allowed", fault->what,
				 number(fault->value, u, sizeof u), fault->side == SL_BELOW ? "below" : "above",
				 number(fault->from, from, sizeof from), number(fault->to, to, sizeof to));
	rt_fail(d, site, why);
	return 0;
}

/* ---- one variable */

static rt_real of_one(rt_data *d, int site, long long table, int column, rt_real u, const sl_motion *motion)
{
	sl_fault fault = { SL_GOOD, NULL, SL_INSIDE, 0, 0, 0, 0, 0 };
	rt_real y = sl_table1_value(&model_of(d)->table1[table - 1], column, u, motion, &fault);
	return answer(d, site, y, &fault);
}

rt_real rt_CombiTable1D_getValue(rt_data *d, int site, long long table, int column, rt_real u)
{
	sl_motion still = { 0, { 0, 0 }, { 0, 0 } };
	return of_one(d, site, table, column, u, &still);
}

rt_real rt_CombiTable1D_getDerValue(rt_data *d, int site, long long table, int column, rt_real u, rt_real der_u)
{
	sl_motion motion = { 1, { der_u, 0 }, { 0, 0 } };
	return of_one(d, site, table, column, u, &motion);
}

rt_real rt_CombiTable1D_getDer2Value(rt_data *d, int site, long long table, int column, rt_real u, rt_real der_u,
									 rt_real der2_u)
{
	sl_motion motion = { 2, { der_u, 0 }, { der2_u, 0 } };
	return of_one(d, site, table, column, u, &motion);
}

rt_real rt_CombiTable1D_minimumAbscissa(rt_data *d, int site, long long table)
{
	(void)site;
	return model_of(d)->table1[table - 1].u[0];
}

rt_real rt_CombiTable1D_maximumAbscissa(rt_data *d, int site, long long table)
{
	const sl_table1 *t = &model_of(d)->table1[table - 1];
	(void)site;
	return t->u[t->rows - 1];
}

rt_real rt_CombiTable1D_read(rt_data *d, int site, long long table, int force, int verbose)
{
	(void)d, (void)site, (void)table, (void)force, (void)verbose;
	return 1;
}

/* ---- two variables */

static rt_real of_two(rt_data *d, int site, long long table, rt_real u1, rt_real u2, const sl_motion *motion)
{
	sl_fault fault = { SL_GOOD, NULL, SL_INSIDE, 0, 0, 0, 0, 0 };
	rt_real y = sl_table2_value(&model_of(d)->table2[table - 1], u1, u2, motion, &fault);
	return answer(d, site, y, &fault);
}

rt_real rt_CombiTable2D_getValue(rt_data *d, int site, long long table, rt_real u1, rt_real u2)
{
	sl_motion still = { 0, { 0, 0 }, { 0, 0 } };
	return of_two(d, site, table, u1, u2, &still);
}

rt_real rt_CombiTable2D_getDerValue(rt_data *d, int site, long long table, rt_real u1, rt_real u2, rt_real der_u1,
									rt_real der_u2)
{
	sl_motion motion = { 1, { der_u1, der_u2 }, { 0, 0 } };
	return of_two(d, site, table, u1, u2, &motion);
}

rt_real rt_CombiTable2D_getDer2Value(rt_data *d, int site, long long table, rt_real u1, rt_real u2, rt_real der_u1,
									 rt_real der_u2, rt_real der2_u1, rt_real der2_u2)
{
	sl_motion motion = { 2, { der_u1, der_u2 }, { der2_u1, der2_u2 } };
	return of_two(d, site, table, u1, u2, &motion);
}

void rt_CombiTable2D_minimumAbscissa(rt_data *d, int site, long long table, rt_real *least)
{
	const sl_table2 *t = &model_of(d)->table2[table - 1];
	(void)site;
	least[0] = t->u1[0];
	least[1] = t->u2[0];
}

void rt_CombiTable2D_maximumAbscissa(rt_data *d, int site, long long table, rt_real *most)
{
	const sl_table2 *t = &model_of(d)->table2[table - 1];
	(void)site;
	most[0] = t->u1[t->n1 - 1];
	most[1] = t->u2[t->n2 - 1];
}

rt_real rt_CombiTable2D_read(rt_data *d, int site, long long table, int force, int verbose)
{
	(void)d, (void)site, (void)table, (void)force, (void)verbose;
	return 1;
}

/* ---- time */

static rt_real of_time(rt_data *d, int site, long long table, int column, const rt_real *times, const sl_motion *motion)
{
	sl_fault fault = { SL_GOOD, NULL, SL_INSIDE, 0, 0, 0, 0, 0 };
	rt_real y = sl_table_time_value(&model_of(d)->table_time[table - 1], column, times[0], times[1], times[2], motion,
									&fault);
	return answer(d, site, y, &fault);
}

rt_real rt_CombiTimeTable_getValue(rt_data *d, int site, long long table, int column, rt_real time, rt_real next,
								   rt_real before)
{
	const rt_real times[] = { time, next, before };
	sl_motion still = { 0, { 0, 0 }, { 0, 0 } };
	return of_time(d, site, table, column, times, &still);
}

rt_real rt_CombiTimeTable_getDerValue(rt_data *d, int site, long long table, int column, rt_real time, rt_real next,
									  rt_real before, rt_real der_time)
{
	const rt_real times[] = { time, next, before };
	sl_motion motion = { 1, { der_time, 0 }, { 0, 0 } };
	return of_time(d, site, table, column, times, &motion);
}

rt_real rt_CombiTimeTable_getDer2Value(rt_data *d, int site, long long table, int column, rt_real time, rt_real next,
									   rt_real before, rt_real der_time, rt_real der2_time)
{
	const rt_real times[] = { time, next, before };
	sl_motion motion = { 2, { der_time, 0 }, { der2_time, 0 } };
	return of_time(d, site, table, column, times, &motion);
}

rt_real rt_CombiTimeTable_nextTimeEvent(rt_data *d, int site, long long table, rt_real time)
{
	(void)site;
	return sl_table_time_next(&model_of(d)->table_time[table - 1], time);
}

rt_real rt_CombiTimeTable_place(rt_data *d, int site, long long table, rt_real time)
{
	(void)site;
	return sl_table_time_place(&model_of(d)->table_time[table - 1], time);
}

rt_real rt_CombiTimeTable_minimumTime(rt_data *d, int site, long long table)
{
	(void)site;
	return model_of(d)->table_time[table - 1].t[0];
}

rt_real rt_CombiTimeTable_maximumTime(rt_data *d, int site, long long table)
{
	const sl_table_time *t = &model_of(d)->table_time[table - 1];
	(void)site;
	return t->t[t->rows - 1];
}

rt_real rt_CombiTimeTable_read(rt_data *d, int site, long long table, int force, int verbose)
{
	(void)d, (void)site, (void)table, (void)force, (void)verbose;
	return 1;
}
