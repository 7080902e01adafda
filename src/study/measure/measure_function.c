/* The functions that measures may use: of numbers, as Modelica has them, and of a curve over the run. */
#include "study/measure/measure_inside.h"
#include <math.h>
#include <string.h>

#define NUMERIC(name, expression) static double name(double a, double b) { (void)b; return expression; }
NUMERIC(f_abs, fabs(a))
NUMERIC(f_sqrt, sqrt(a))
NUMERIC(f_exp, exp(a))
NUMERIC(f_log, log(a))
NUMERIC(f_log10, log10(a))
NUMERIC(f_sin, sin(a))
NUMERIC(f_cos, cos(a))
NUMERIC(f_tan, tan(a))
NUMERIC(f_asin, asin(a))
NUMERIC(f_acos, acos(a))
NUMERIC(f_atan, atan(a))
NUMERIC(f_atan2, atan2(a, b))
NUMERIC(f_sinh, sinh(a))
NUMERIC(f_cosh, cosh(a))
NUMERIC(f_tanh, tanh(a))
NUMERIC(f_sign, a > 0 ? 1 : a < 0 ? -1 : 0)
NUMERIC(f_floor, floor(a))
NUMERIC(f_ceil, ceil(a))
NUMERIC(f_mod, a - floor(a / b) * b)
NUMERIC(f_rem, fmod(a, b))
NUMERIC(f_div, trunc(a / b))
NUMERIC(f_min2, isnan(a) || isnan(b) ? NAN : fmin(a, b))
NUMERIC(f_max2, isnan(a) || isnan(b) ? NAN : fmax(a, b))

static double over_max(st_gauge *g, const st_node *n, st_window w)
{
	return st_extreme(g, n->a[0], w, 1).value;
}

static double over_min(st_gauge *g, const st_node *n, st_window w)
{
	return st_extreme(g, n->a[0], w, -1).value;
}

static double time_of_max(st_gauge *g, const st_node *n, st_window w)
{
	return st_first_extreme(g, n->a[0], w, 1);
}

static double time_of_min(st_gauge *g, const st_node *n, st_window w)
{
	return st_first_extreme(g, n->a[0], w, -1);
}

static double final(st_gauge *g, const st_node *n, st_window w)
{
	if (!w.whole)
		return st_value_at(g, n->a[0], w.to, true);
	st_go_to_row(g, sr_rows(g->record) - 1);
	return st_node_value(g, n->a[0]);
}

/* Rows of the start time are what the events at the start have left, one after another: the last of them counts,
 * whether the record has all of them or only the ends of the run. */
static double initial(st_gauge *g, const st_node *n, st_window w)
{
	uint32_t row = 0;
	if (!w.whole)
		return st_value_at(g, n->a[0], w.from, false);
	while (row + 1 < sr_rows(g->record) && sr_time(g->record, row + 1) == sr_time(g->record, 0))
		row++;
	st_go_to_row(g, row);
	return st_node_value(g, n->a[0]);
}

/* Nothing can be divided by the length of a run that has none. */
static double length_of(st_gauge *g, st_window w)
{
	if (!(w.to > w.from))
		st_note(g, "the run has no length to take a mean over");
	return w.to > w.from ? w.to - w.from : NAN;
}

static double integral(st_gauge *g, const st_node *n, st_window w)
{
	return st_integral(g, n->a[0], w);
}

static double mean(st_gauge *g, const st_node *n, st_window w)
{
	return st_integral(g, n->a[0], w) / length_of(g, w);
}

static double rms(st_gauge *g, const st_node *n, st_window w)
{
	st_node square = {.kind = ST_MULTIPLY, .span = n->a[0]->span, .curve = n->a[0]->curve, .kinks = n->a[0]->kinks,
		.poles = n->a[0]->poles, .a = {n->a[0], n->a[0]}, .count = 2,
		.degree = n->a[0]->degree < ST_NO_DEGREE ? 2 * n->a[0]->degree : ST_NO_DEGREE};
	return sqrt(st_integral(g, &square, w) / length_of(g, w));
}

static double deviation(st_gauge *g, const st_node *n, st_window w)
{
	st_node middle = {.kind = ST_NUMBER, .number = mean(g, n, w)};
	st_node away = *n->a[0], argument = away;
	away = (st_node){.kind = ST_SUBTRACT, .span = argument.span, .curve = argument.curve, .kinks = argument.kinks,
		.poles = argument.poles, .degree = argument.degree, .a = {&argument, &middle}, .count = 2};
	st_node of = *n;
	of.a[0] = &away;
	return rms(g, &of, w);
}

static double at(st_gauge *g, const st_node *n, st_window w)
{
	(void)w;
	return st_value_at(g, n->a[0], st_node_value(g, n->a[1]), false);
}

static double before(st_gauge *g, const st_node *n, st_window w)
{
	(void)w;
	return st_value_at(g, n->a[0], st_node_value(g, n->a[1]), true);
}

/* ---------------------------------------------------------------------------------------------- conditions */

typedef struct turns { double wanted, seen, first, last, since, sum; bool holds; } turns;

static bool take_turn(void *context, double t, bool up)
{
	turns *c = context;
	c->holds = up;
	if (!up) {
		c->sum += t - c->since;
		return true;
	}
	c->since = t;
	c->last = t;
	if (++c->seen == 1)
		c->first = t;
	return !(c->seen == c->wanted);
}

static bool holds_at_first(st_gauge *g, const st_node *n, st_window w)
{
	return st_value_at(g, n, w.from, false) == 1;
}

/* The first time at which it is true, or the n-th at which it becomes so. */
static double time_when(st_gauge *g, const st_node *n, st_window w)
{
	turns c = {.wanted = n->count > 1 ? st_node_value(g, n->a[1]) : 1, .first = NAN, .last = NAN};
	char text[80];
	if (holds_at_first(g, n->a[0], w) && n->count == 1)
		return w.from;
	st_turns_of(g, n->a[0], w, (st_turns){take_turn, &c});
	if (c.seen == c.wanted)
		return c.last;
	if (n->count > 1 && c.seen)
		st_note(g, "%s becomes true only %g times", st_source_of(g, n->a[0], text), c.seen);
	else
		st_note(g, "%s never becomes true", st_source_of(g, n->a[0], text));
	return NAN;
}

static double count(st_gauge *g, const st_node *n, st_window w)
{
	turns c = {.wanted = -1};
	st_turns_of(g, n->a[0], w, (st_turns){take_turn, &c});
	return c.seen;
}

static double duration(st_gauge *g, const st_node *n, st_window w)
{
	turns c = {.wanted = -1, .since = w.from, .holds = holds_at_first(g, n->a[0], w)};
	st_turns_of(g, n->a[0], w, (st_turns){take_turn, &c});
	return c.holds ? c.sum + w.to - c.since : c.sum;
}

static double amplitude(st_gauge *g, const st_node *n, st_window w)
{
	return 0.5 * (over_max(g, n, w) - over_min(g, n, w));
}

/* Of what crosses its mean upwards again and again. */
static double frequency(st_gauge *g, const st_node *n, st_window w)
{
	turns c = {.wanted = -1};
	char text[80];
	st_node middle = {.kind = ST_NUMBER, .number = mean(g, n, w)};
	st_node above = {.kind = ST_GREATER, .span = n->a[0]->span, .curve = true, .condition = true, .kinks = true,
		.poles = n->a[0]->poles, .degree = ST_NO_DEGREE, .a = {n->a[0], &middle}, .count = 2};
	st_turns_of(g, &above, w, (st_turns){take_turn, &c});
	if (c.seen > 1)
		return (c.seen - 1) / (c.last - c.first);
	st_note(g, "%s does not go through its mean twice in the same direction", st_source_of(g, n->a[0], text));
	return NAN;
}

static const st_function table[] = {
	{"max", 1, 1, over_max, .place = true, .extremes = 1, .slope = ST_SLOPE_MAX, .arguments = "x"},
	{"min", 1, 1, over_min, .place = true, .extremes = -1, .slope = ST_SLOPE_MIN, .arguments = "x"},
	{"final", 1, 1, final, .place = true, .ends = true, .slope = ST_SLOPE_FINAL, .arguments = "x"},
	{"initial", 1, 1, initial, .place = true, .ends = true, .slope = ST_SLOPE_INITIAL, .arguments = "x"},
	{"mean", 1, 1, mean, .slope = ST_SLOPE_MEAN, .arguments = "x"},
	{"rms", 1, 1, rms, .slope = ST_SLOPE_RMS, .arguments = "x"},
	{"deviation", 1, 1, deviation, .slope = ST_SLOPE_DEVIATION, .arguments = "x"},
	{"integral", 1, 1, integral, .slope = ST_SLOPE_INTEGRAL, .arguments = "x"},
	{"at", 2, 2, at, .place = true, .slope = ST_SLOPE_AT, .arguments = "x, t"},
	{"before", 2, 2, before, .place = true, .slope = ST_SLOPE_BEFORE, .arguments = "x, t"},
	{"time_of_max", 1, 1, time_of_max, .arguments = "x"},
	{"time_of_min", 1, 1, time_of_min, .arguments = "x"},
	{"settling", 2, 3, st_settling, .arguments = "y, band[, target]"},
	{"overshoot", 1, 2, st_overshoot, .slope = ST_SLOPE_OVERSHOOT, .arguments = "y[, target]"},
	{"rise", 1, 4, st_rise, .arguments = "y[, low, high[, target]]"},
	{"peak_time", 1, 2, st_peak_time, .arguments = "y[, target]"},
	{"time_when", 1, 2, time_when, .condition = true, .slope = ST_SLOPE_TIME_WHEN, .arguments = "condition[, n]"},
	{"count", 1, 1, count, .condition = true, .arguments = "condition"},
	{"duration", 1, 1, duration, .condition = true, .slope = ST_SLOPE_DURATION, .arguments = "condition"},
	{"amplitude", 1, 1, amplitude, .extremes = 2, .slope = ST_SLOPE_AMPLITUDE, .arguments = "x"},
	{"frequency", 1, 1, frequency, .arguments = "x"},
	{"max", 2, 2, .math = f_max2, .kinks = true, .arguments = "a, b"},
	{"min", 2, 2, .math = f_min2, .kinks = true, .arguments = "a, b"},
	{"abs", 1, 1, .math = f_abs, .kinks = true, .arguments = "x"},
	{"sign", 1, 1, .math = f_sign, .kinks = true, .jumps = true, .arguments = "x"},
	{"sqrt", 1, 1, .math = f_sqrt, .arguments = "x"},
	{"exp", 1, 1, .math = f_exp, .arguments = "x"},
	{"log", 1, 1, .math = f_log, .arguments = "x"},
	{"log10", 1, 1, .math = f_log10, .arguments = "x"},
	{"sin", 1, 1, .math = f_sin, .arguments = "x"},
	{"cos", 1, 1, .math = f_cos, .arguments = "x"},
	{"tan", 1, 1, .math = f_tan, .arguments = "x"},
	{"asin", 1, 1, .math = f_asin, .arguments = "x"},
	{"acos", 1, 1, .math = f_acos, .arguments = "x"},
	{"atan", 1, 1, .math = f_atan, .arguments = "x"},
	{"atan2", 2, 2, .math = f_atan2, .kinks = true, .jumps = true, .arguments = "y, x"},
	{"sinh", 1, 1, .math = f_sinh, .arguments = "x"},
	{"cosh", 1, 1, .math = f_cosh, .arguments = "x"},
	{"tanh", 1, 1, .math = f_tanh, .arguments = "x"},
	{"floor", 1, 1, .math = f_floor, .kinks = true, .jumps = true, .steps = true, .arguments = "x"},
	{"ceil", 1, 1, .math = f_ceil, .kinks = true, .jumps = true, .steps = true, .arguments = "x"},
	{"integer", 1, 1, .math = f_floor, .kinks = true, .jumps = true, .steps = true, .arguments = "x"},
	{"mod", 2, 2, .math = f_mod, .kinks = true, .jumps = true, .steps = true, .arguments = "x, y"},
	{"rem", 2, 2, .math = f_rem, .kinks = true, .jumps = true, .steps = true, .arguments = "x, y"},
	{"div", 2, 2, .math = f_div, .kinks = true, .jumps = true, .steps = true, .arguments = "x, y"},
};
enum { COUNT = sizeof table / sizeof *table };
_Static_assert((int)COUNT <= (int)ST_FUNCTIONS, "there is room for all names");

typedef struct slope { double (*math)(double, double); double (*by)(double a, double b); } slope;
NUMERIC(d_sqrt, 0.5 / sqrt(a))
NUMERIC(d_exp, exp(a))
NUMERIC(d_log, 1 / a)
NUMERIC(d_log10, 1 / (a * log(10)))
NUMERIC(d_sin, cos(a))
NUMERIC(d_cos, -sin(a))
NUMERIC(d_tan, 1 / (cos(a) * cos(a)))
NUMERIC(d_asin, 1 / sqrt(1 - a * a))
NUMERIC(d_acos, -1 / sqrt(1 - a * a))
NUMERIC(d_atan, 1 / (1 + a * a))
NUMERIC(d_sinh, cosh(a))
NUMERIC(d_cosh, sinh(a))
NUMERIC(d_tanh, 1 - tanh(a) * tanh(a))
static const slope slopes[] = {
	{f_sqrt, d_sqrt}, {f_exp, d_exp}, {f_log, d_log}, {f_log10, d_log10}, {f_sin, d_sin}, {f_cos, d_cos},
	{f_tan, d_tan}, {f_asin, d_asin}, {f_acos, d_acos}, {f_atan, d_atan}, {f_sinh, d_sinh}, {f_cosh, d_cosh},
	{f_tanh, d_tanh},
};

int st_math_chooses(double (*math)(double, double))
{
	return math == f_min2 ? -1 : math == f_max2 ? 1 : math == f_abs ? 2 : 0;
}

void st_math_slopes(double (*math)(double, double), double a, double b, double *by_a, double *by_b)
{
	*by_a = *by_b = NAN;
	for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++)
		if (slopes[i].math == math)
			*by_a = slopes[i].by(a, b);
	if (math == f_atan2) {
		*by_a = b / (a * a + b * b);
		*by_b = -a / (a * a + b * b);
	}
}

const st_function *st_function_called(const char *name, uint32_t arguments)
{
	const st_function *found = NULL;
	for (int i = 0; i < COUNT; i++)
		if (strcmp(table[i].name, name) == 0 &&
			(!found || (arguments >= table[i].least && arguments <= table[i].most)))
			found = &table[i];
	return found;
}

uint32_t st_function_names(const char **out)
{
	for (int i = 0; i < COUNT; i++)
		out[i] = table[i].name;
	return COUNT;
}

/* Whether it is a*x + b with one variable x, which *column is then, or a number. */
static bool is_straight(const st_node *n, const st_node **column)
{
	if (!n->curve)
		return true;
	switch (n->kind) {
	case ST_COLUMN:
		if (*column && (*column)->at != n->at)
			return false;
		*column = n;
		return true;
	case ST_NEGATE: return is_straight(n->a[0], column);
	case ST_ADD: case ST_SUBTRACT: return is_straight(n->a[0], column) && is_straight(n->a[1], column);
	case ST_MULTIPLY: return (!n->a[0]->curve || !n->a[1]->curve) && is_straight(n->a[n->a[0]->curve ? 0 : 1], column);
	case ST_DIVIDE: return !n->a[1]->curve && is_straight(n->a[0], column);
	default: return false;
	}
}

/* Where a variable has its extremes, abs(x - 1) is largest, and not least; the largest of several is, if each is. */
static bool follows_extremes(const st_node *n, int which)
{
	const st_node *column = NULL, *none = NULL;
	if (is_straight(n, &column) || (which == 1 && n->math == f_abs && is_straight(n->a[0], &none)))
		return true;
	return ((which == 1 && n->math == f_max2) || (which == -1 && n->math == f_min2)) &&
		   follows_extremes(n->a[0], which) && follows_extremes(n->a[1], which);
}

/* Of variables themselves: the greatest or the least values are all that counts. */
static bool are_variables(const st_node *n)
{
	bool several = n->math == f_max2 || n->math == f_min2;
	return n->kind == ST_COLUMN || !n->curve || (several && are_variables(n->a[0]) && are_variables(n->a[1]));
}

int st_side_of_extremes(const st_node *n)
{
	return n->function->extremes != 2 && are_variables(n->a[0]) ? n->function->extremes : 0;
}

bool st_has_extremes_of_variable(const st_node *n)
{
	return n->function->extremes && follows_extremes(n->a[0], n->function->extremes);
}
