/* saltus trim: values of what is free at which rates and other conditions are zero. */
#include "tool/point_job.h"
#include "tool/signals.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* NAME=LOW:HIGH, of which one may be left out. */
static bool read_bound(const char *text, sb_arena *arena, st_bound *out)
{
	const char *equals = strchr(text, '='), *colon = equals ? strchr(equals, ':') : NULL;
	char *end;
	if (!colon || equals == text)
		return false;
	*out = (st_bound){sb_strndup(arena, text, (size_t)(equals - text)), -INFINITY, INFINITY};
	if (colon > equals + 1) {
		out->low = strtod(equals + 1, &end);
		if (end != colon)
			return false;
	}
	if (colon[1]) {
		out->high = strtod(colon + 1, &end);
		if (*end || end == colon + 1)
			return false;
	}
	return colon > equals + 1 || colon[1];
}

static bool is_good(const tool_options *o, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	st_bound b;
	bool good = true;
	for (uint32_t i = 0; i < o->bounds.n && good; i++) {
		good = read_bound(o->bounds.at[i], arena, &b);
		if (!good)
			sb_help(sb_report(diag, SB_ERROR, "U0003", (sb_span){0}, "'%s' is not a value for --bounds", o->bounds.at[i]),
					"--bounds takes NAME=LOW:HIGH, of which one may be left out, for example u=0:10 or theta=:1.5");
	}
	sb_arena_free(arena);
	return good;
}

/* What cannot be reached, as a message. */
static bool tell_end(const tool_point *j, const st_trim *t)
{
	static const char *const codes[] = {"", "U0627", "U0628", "U0629"};
	static const char *const sentences[] = {
		"", "no values of what is free make all conditions zero: this is as near as it gets",
		"the search for an equilibrium ended where a jump or a kink is in the way",
		"the conditions have no values, from none of the starts"};
	static const char *const helps[] = {
		"", "free more, or ask for less; --bounds and --starts decide where is looked",
		"begin nearer to the equilibrium, or give bounds that keep away from there",
		"begin where the model can be evaluated: choose start values and bounds"};
	if (t->end == ST_TRIMMED)
		return true;
	sb_message *m = sb_report(j->model->diag, SB_ERROR, codes[t->end], (sb_span){0}, "%s", sentences[t->end]);
	for (uint32_t i = 0; i < t->m && t->end != ST_NO_VALUES; i++)
		if (t->stays[i])
			sb_note(m, "'%s' stays at %.6g%s", t->conditions[i], t->residual[i],
					t->moved[i] ? "" : ", and nothing that is free changes it");
	for (uint32_t i = 0; i < t->n; i++)
		if (t->bound && t->bound[i])
			sb_note(m, "'%s' is at its bound %.9g", t->names[i], t->value[i]);
	if (*t->why)
		sb_note(m, "%s", t->why);
	sb_help(m, "%s", helps[t->end]);
	return false;
}

static bool trim(tool_point *j)
{
	st_trim t;
	sb_text text = {0};
	st_bound *bounds = sb_new_array(j->arena, st_bound, j->o.bounds.n + 1);
	for (uint32_t i = 0; i < j->o.bounds.n; i++)
		read_bound(j->o.bounds.at[i], j->arena, &bounds[i]);
	st_trim_request q = {.free = j->o.free.at, .free_count = j->o.free.n, .zero = j->o.zero.at,
						 .zero_count = j->o.zero.n, .bounds = bounds, .bound_count = j->o.bounds.n,
						 .starts = j->o.starts, .seed = j->o.seed};
	if (!tool_stand(j))
		return false;
	sb_doing("looking for an equilibrium", j->model->flat->name);
	if (!st_trim_find(j->model, j->run, &j->settings, &q, j->arena, j->model->diag, &t))
		return false;
	if (j->o.json)
		st_trim_json(&t, j->model->flat->name, &text);
	else if (!j->o.quiet)
		st_trim_text(&t, j->model->flat->name, tool_color(stdout), &text);
	if (text.n)
		fwrite(text.at, 1, text.n, stdout);
	if (j->o.json)
		fputc('\n', stdout);
	sb_text_free(&text);
	return tell_end(j, &t);
}

int tool_trim(int argc, char **argv)
{
	return tool_at_point(argc, argv, &(tool_point_command){"trim", TOOL_TRIM, is_good, trim});
}
