/* What an optimisation tells, as text and as JSON. */
#include "study/optimise/optimise_inside.h"
#include "result/table/table.h"
#include <math.h>
#include <string.h>

static double value_at(const st_optimise *o, const st_trial *t, uint32_t i)
{
	return st_vary_value(&o->vary[i], t->at[i]);
}

static void push(sb_arena *arena, sr_table *t, const char *text)
{
	sb_push(arena, t->cells, text);
}

static const char *number(sb_arena *arena, double value)
{
	return isnan(value) ? "-" : sb_printf(arena, "%.6g", value);
}

static const char *flat_text(sb_arena *arena, const st_optimise *o, uint32_t i)
{
	const st_look *l = &o->look[i];
	const char *sign = l->at_low ? "+" : l->at_high ? "-" : "±";
	return isnan(l->flat) ? "-" : isinf(l->flat) ? "any" : sb_printf(arena, "%s%.2g", sign, l->flat);
}

static void parameters(const st_optimise *o, sb_arena *arena, sb_text *out)
{
	sr_table t = {.columns = o->look ? 6 : 5, .unicode = true};
	push(arena, &t, "parameter");
	push(arena, &t, "start");
	push(arena, &t, "best");
	push(arena, &t, "unit");
	push(arena, &t, "bounds");
	if (o->look)
		push(arena, &t, "1 % worse at");
	for (uint32_t i = 0; i < o->count; i++) {
		const st_vary *v = &o->vary[i];
		bool low = o->look && o->look[i].at_low, high = o->look && o->look[i].at_high;
		push(arena, &t, v->name);
		push(arena, &t, number(arena, v->start));
		push(arena, &t, number(arena, value_at(o, o->best, i)));
		push(arena, &t, v->unit);
		push(arena, &t, sb_printf(arena, "[%.6g, %.6g]%s%s", v->low, v->high, v->logarithmic ? " log" : "",
								  low ? ", at the lower" : high ? ", at the upper" : ""));
		if (o->look)
			push(arena, &t, flat_text(arena, o, i));
	}
	sr_table_text(&t, out);
}

static void constraints(const st_optimise *o, sb_arena *arena, sb_text *out)
{
	sr_table t = {.columns = 4, .unicode = true};
	if (!o->constraints)
		return;
	push(arena, &t, "constraint");
	push(arena, &t, "margin");
	push(arena, &t, "active");
	push(arena, &t, "loosened by 1 gains");
	for (uint32_t i = 0; i < o->constraints; i++) {
		bool active = o->best->margin[i] <= ST_ACTIVE * o->inside->size[i];
		push(arena, &t, st_measure_name(o->measures, i + 1));
		push(arena, &t, number(arena, o->best->margin[i]));
		push(arena, &t, active ? "yes" : "no");
		push(arena, &t, o->price && active ? number(arena, o->price[i]) : "-");
	}
	sb_add(out, "\n");
	sr_table_text(&t, out);
}

/* The largest parts of the direction. */
static void flattest(const st_optimise *o, sb_text *out)
{
	double most = 0;
	uint32_t written = 0;
	if (!o->flattest)
		return;
	for (uint32_t i = 0; i < o->count; i++)
		if (fabs(o->flattest[i]) > fabs(most))
			most = o->flattest[i];
	sb_add(out, "Flattest together: ");
	for (uint32_t i = 0; i < o->count && written < 4; i++) {
		double part = o->flattest[i] / most;
		if (fabs(part) < 0.3)
			continue;
		double step = o->flat_part * o->flattest[i] * (most > 0 ? 1 : -1);
		const st_vary *v = &o->vary[i];
		if (v->logarithmic)
			sb_addf(out, "%s%s *%.3g", written++ ? ", " : "", v->name, pow(v->high / v->low, step));
		else
			sb_addf(out, "%s%s %+.2g", written++ ? ", " : "", v->name, step * (v->high - v->low));
	}
	sb_add(out, " makes the cost 1 % worse\n");
}

static const char *const ends[] = {
	[ST_SEARCH_OPEN] = "",
	[ST_BY_XTOL] = "its steps became smaller than --xtol", [ST_BY_FTOL] = "the cost no longer changed",
	[ST_BY_EVALUATIONS] = "there were no runs left", [ST_BY_ROUNDING] = "rounding hides further progress",
	[ST_BY_METHOD] = "the method came to its end", [ST_BY_STOP] = "it was interrupted"};

/* The search that has found the best point. */
static const st_search_result *winner(const st_optimise *o, uint32_t *number)
{
	for (uint32_t i = 0; i < o->searches.n; i++)
		if (o->searches.at[i].best == o->best) {
			*number = i;
			return &o->searches.at[i];
		}
	return NULL;
}

/* The best point may come from a search that was made afterwards, near the best of those that starts have led to. */
static void starts(const st_optimise *o, sb_text *out)
{
	uint32_t same = 0, found = 0;
	if (o->request.starts < 2)
		return;
	double best = st_scaled_cost(o, o->best), gain = st_scaled_cost(o, o->start) - best;
	double near = 1e-3 * fmax(fmax(fabs(best), isnan(gain) ? 0 : fabs(gain)), 1e-6);
	for (uint32_t i = 1; i <= o->begins && i < o->searches.n; i++) {
		const st_trial *t = o->searches.at[i].best;
		found += t != NULL;
		same += t && st_scaled_cost(o, t) - best < near;
	}
	if (same)
		sb_addf(out, "%u of %u start%s led to this cost", same, o->begins, o->begins == 1 ? "" : "s");
	else
		sb_addf(out, "none of %u starts led to this cost; a search near the best of them did", o->begins);
	if (found < o->begins)
		sb_addf(out, ", %u found nothing that fulfils the constraints", o->begins - found);
	if (o->begins < o->request.starts)
		sb_addf(out, "; %u were wanted, and runs fail at most other points", o->request.starts);
	sb_add(out, "\n");
}

/* Which slopes were exact, and why others were not. */
static void slopes(const st_optimise *o, sb_text *out)
{
	uint32_t exact = 0, all = o->constraints + 1, first = UINT32_MAX;
	if (!o->slopes || !o->inside->method || !o->inside->method->slopes)
		return;
	for (uint32_t k = 0; k < all; k++) {
		exact += !o->slopes[k];
		first = o->slopes[k] && first == UINT32_MAX ? k : first;
	}
	if (exact == all)
		sb_addf(out, "Slopes are exact: %llu more runs were followed with their sensitivities",
				(unsigned long long)o->followed);
	else if (!exact)
		sb_addf(out, "Slopes are differences of runs: %s", o->slopes[0]);
	else
		sb_addf(out, "Slopes of %u of %u are exact; that of '%s' is a difference of runs: %s", exact, all,
				st_measure_name(o->measures, first), o->slopes[first]);
	if (exact && o->differed && exact == all)
		sb_addf(out, "; at %llu more points they are differences", (unsigned long long)o->differed);
	sb_add(out, "\n");
}

/* For a shell: names of Modelica may have quotes of the one kind, and texts have those of the other. */
static void add_option(const char *option, const char *text, sb_text *out)
{
	char quote = strchr(text, '\'') ? '"' : '\'';
	sb_addf(out, " %s %c%s%c", option, quote, text, quote);
}

static void add_given(const char *name, const char *value, sb_text *out)
{
	sb_text both = {0};
	sb_addf(&both, "%s=%s", name, value);
	add_option("-p", both.at, out);
	sb_text_free(&both);
}

static void add_number(const char *option, double value, double usual, sb_text *out)
{
	char text[32];
	if (value == usual || isnan(value))
		return;
	sb_real_text(text, value);
	sb_addf(out, " %s %s", option, text);
}

/* Where it is not as the model says. */
static void add_settings(const st_optimise *o, sb_text *out)
{
	const se_settings *s = &o->settings;
	const se_settings usual = se_defaults(sc_image(st_many_model(o->many)->program));
	for (uint32_t i = 0; i < o->request.options.written_count; i++)
		add_option("--input", o->request.options.written[i], out);
	add_number("--start", s->start, usual.start, out);
	add_number("--stop", s->stop, usual.stop, out);
	add_number("--tol", s->tolerance, usual.tolerance, out);
	add_number("--max-step", s->max_step, usual.max_step, out);
	if (s->solver && (!usual.solver || strcmp(s->solver, usual.solver) != 0))
		sb_addf(out, " --solver %s", s->solver);
	if (s->seed != usual.seed)
		sb_addf(out, " --seed %llu", (unsigned long long)s->seed);
	if (s->on_zeno != usual.on_zeno)
		sb_add(out, " --on-zeno rest");
	if (s->on_chatter != usual.on_chatter)
		sb_add(out, " --on-chatter slide");
}

static bool is_varied(const st_optimise *o, const char *name)
{
	for (uint32_t i = 0; i < o->count; i++)
		if (strcmp(o->vary[i].name, name) == 0)
			return true;
	return false;
}

/* The best values as a command. */
static void add_command(const st_optimise *o, sb_text *out)
{
	sb_addf(out, "saltus run %s%s%s", o->request.options.text ? "-" : o->request.path,
			o->request.class_name ? ":" : "", o->request.class_name ? o->request.class_name : "");
	for (uint32_t i = 0; i < o->request.options.given_count; i++)
		if (!is_varied(o, o->request.options.given[i].name))
			add_given(o->request.options.given[i].name, o->request.options.given[i].value, out);
	for (uint32_t i = 0; i < o->count; i++) {
		char value[32];
		sb_real_text(value, value_at(o, o->best, i));
		add_given(o->vary[i].name, value, out);
	}
	add_settings(o, out);
}

void st_optimise_text(const st_optimise *o, sb_text *out)
{
	sb_arena *arena = sb_arena_new();
	uint32_t number_of = 0;
	if (o->best)
		sb_addf(out, "%s: %s %s by %s (%s)\n", st_many_model(o->many)->flat->name,
				o->request.maximise ? "maximise" : "minimise", st_measure_name(o->measures, 0), o->method, o->why);
	if (o->best) {
		const st_search_result *w = winner(o, &number_of);
		sb_addf(out, "best %.8g", o->best->cost);
		if (o->start->state == ST_TRIAL_DONE)
			sb_addf(out, ", at the start %.8g%s", o->start->cost,
					st_trial_is_feasible(o, o->start) ? "" : ", which violates constraints");
		sb_addf(out, "; %u run%s", o->trials.n, o->trials.n == 1 ? "" : "s");
		if (w && w->end)
			sb_addf(out, "; %s", ends[w->end]);
		sb_add(out, "\n\n");
		parameters(o, arena, out);
		constraints(o, arena, out);
		sb_add(out, "\n");
		slopes(o, out);
		flattest(o, out);
		starts(o, out);
		add_command(o, out);
		sb_add(out, "\n");
	}
	sb_arena_free(arena);
}

/* ------------------------------------------------------------------------------------------------- JSON */

static void json_parameters(const st_optimise *o, sb_json *out)
{
	sb_json_open(out, "parameters", '{');
	for (uint32_t i = 0; i < o->count; i++) {
		const st_vary *v = &o->vary[i];
		sb_json_open(out, v->name, '{');
		sb_json_real(out, "start", v->start);
		if (o->best)
			sb_json_real(out, "best", value_at(o, o->best, i));
		sb_json_real(out, "low", v->low);
		sb_json_real(out, "high", v->high);
		if (o->look) {
			sb_json_bool(out, "at_low", o->look[i].at_low);
			sb_json_bool(out, "at_high", o->look[i].at_high);
			sb_json_real(out, "worse_at", o->look[i].flat);
		}
		sb_json_close(out, '}');
	}
	sb_json_close(out, '}');
}

static void json_constraints(const st_optimise *o, sb_json *out)
{
	const st_trial *t = o->best ? o->best : o->least;
	sb_json_open(out, "constraints", '{');
	for (uint32_t i = 0; i < o->constraints && t; i++) {
		bool active = t->margin[i] <= ST_ACTIVE * o->inside->size[i];
		sb_json_open(out, st_measure_name(o->measures, i + 1), '{');
		sb_json_real(out, "margin", t->margin[i]);
		sb_json_bool(out, "active", active);
		if (o->price)
			sb_json_real(out, "price", active ? o->price[i] : 0);
		sb_json_close(out, '}');
	}
	sb_json_close(out, '}');
}

static void json_slopes(const st_optimise *o, sb_json *out)
{
	sb_json_int(out, "followed", (int64_t)o->followed);
	sb_json_int(out, "differed", (int64_t)o->differed);
	sb_json_open(out, "slopes", '{');
	for (uint32_t k = 0; k <= o->constraints && o->slopes && o->inside->method && o->inside->method->slopes; k++)
		sb_json_string(out, st_measure_name(o->measures, k), o->slopes[k] ? o->slopes[k] : "exact");
	sb_json_close(out, '}');
}

static void json_searches(const st_optimise *o, sb_json *out)
{
	sb_json_open(out, "searches", '[');
	for (uint32_t i = 0; i < o->searches.n; i++) {
		const st_search_result *r = &o->searches.at[i];
		sb_json_open(out, NULL, '{');
		sb_json_string(out, "method", r->method);
		sb_json_int(out, "runs", r->runs);
		sb_json_real(out, "best", r->best ? r->best->cost : NAN);
		sb_json_string(out, "end", ends[r->end]);
		sb_json_close(out, '}');
	}
	sb_json_close(out, ']');
}

void st_optimise_json(const st_optimise *o, const char *status, sb_json *out)
{
	sb_text command = {0};
	sb_json_string(out, "status", status);
	if (!o->measures || !o->trials.n)
		return;
	sb_json_string(out, "model", st_many_model(o->many)->flat->name);
	sb_json_string(out, "method", o->method ? o->method : "");
	sb_json_string(out, "why", o->why ? o->why : "");
	sb_json_string(out, "cost", st_measure_name(o->measures, 0));
	sb_json_bool(out, "maximise", o->request.maximise);
	sb_json_bool(out, "feasible", o->best != NULL);
	sb_json_real(out, "best", o->best ? o->best->cost : NAN);
	sb_json_real(out, "start", o->start ? o->start->cost : NAN);
	sb_json_int(out, "runs", o->trials.n);
	sb_json_int(out, "failed", (int64_t)o->failed);
	json_slopes(o, out);
	json_parameters(o, out);
	json_constraints(o, out);
	json_searches(o, out);
	if (o->best) {
		add_command(o, &command);
		sb_json_string(out, "command", command.at);
	}
	sb_text_free(&command);
}
