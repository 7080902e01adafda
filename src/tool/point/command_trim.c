/* saltus trim: values of what is free at which rates and other conditions are zero. */
#include "tool/point/tool_point.h"
#include "tool/guard/tool_guard.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* NAME=FROM:STEP:TO, or NAME=FROM:TO, in a hundred steps. */
static bool read_along(const char *text, sb_arena *arena, st_along *out)
{
	const char *equals = strchr(text, '=');
	double numbers[3];
	int count = 0;
	char *end;
	if (!equals || equals == text)
		return false;
	for (const char *at = equals + 1; count < 3; at = end + 1) {
		numbers[count++] = sb_read_real(at, &end);
		if (end == at || (*end && *end != ':') || !isfinite(numbers[count - 1]))
			return false;
		if (!*end)
			break;
	}
	if (*end || count < 2)
		return false;
	*out = (st_along){.name = sb_strndup(arena, text, (size_t)(equals - text)), .from = numbers[0],
					  .to = numbers[count - 1]};
	out->step = count == 3 ? numbers[1] : (out->to - out->from) / 100;
	return out->from != out->to && out->step != 0 && (out->step > 0) == (out->to > out->from);
}

static bool files_are_good(const tool_options *o, sb_diag *diag)
{
	for (uint32_t i = 0; i < o->outputs.n + o->draw.n; i++) {
		bool plot = i >= o->outputs.n;
		const char *path = plot ? o->draw.at[i - o->outputs.n] : o->outputs.at[i];
		if (!o->point.along) {
			sb_help(sb_report(diag, SB_ERROR, "U0630", (sb_span){0}, "'%s' would be empty: there is one equilibrium, "
							  "which is printed", path),
					"files and pictures are of equilibria along a parameter, --continue; --json prints one as JSON");
			return false;
		}
		if (!plot && !sb_ends_with(path, ".csv")) {
			sb_help(sb_report(diag, SB_ERROR, "U0003", (sb_span){0}, "'%s' is not a value for -o", path),
					"-o takes a name that ends in .csv");
			return false;
		}
	}
	return true;
}

static bool is_good(const tool_options *o, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	st_bound b;
	st_along along;
	bool good = files_are_good(o, diag);
	if (o->point.along && !read_along(o->point.along, arena, &along)) {
		good = false;
		sb_help(sb_report(diag, SB_ERROR, "U0003", (sb_span){0}, "'%s' is not a value for --continue", o->point.along),
				"--continue takes NAME=FROM:STEP:TO, for example k=0:0.01:2");
	}
	for (uint32_t i = 0; i < o->point.bounds.n && good; i++) {
		good = tool_read_bound(o->point.bounds.at[i], arena, &b);
		if (!good)
			sb_help(sb_report(diag, SB_ERROR, "U0003", (sb_span){0}, "'%s' is not a value for --bounds",
							  o->point.bounds.at[i]),
					"--bounds takes NAME=LOW:HIGH, of which one may be left out, for example u=0:10 or theta=:1.5");
	}
	sb_arena_free(arena);
	return good;
}

static bool follow(tool_point *j, const st_trim_request *q)
{
	st_trim first;
	st_branch b;
	st_along along;
	const char *name = j->model->flat->name;
	sb_diag *diag = j->model->diag;
	read_along(j->o.point.along, j->arena, &along);
	if (!st_branch_find(j->model, j->run, &j->settings, q, &along, j->arena, diag, &first, &b) ||
		!st_trim_tell(&first, diag))
		return false;
	bool good = true;
	for (uint32_t i = 0; i < j->o.outputs.n; i++)
		good = st_branch_csv(&b, j->o.outputs.at[i], diag) && good;
	for (uint32_t i = 0; i < j->o.draw.n; i++)
		good = st_branch_draw(&b, name, j->o.draw.at[i], diag) && good;
	if (j->o.json)
		st_branch_json(&b, name, &j->said);
	else if (!j->o.quiet)
		st_branch_text(&b, name, tool_color(stdout), &j->said);
	return good;
}

static bool trim(tool_point *j)
{
	st_trim t;
	st_bound *bounds = sb_new_array(j->arena, st_bound, j->o.point.bounds.n + 1);
	for (uint32_t i = 0; i < j->o.point.bounds.n; i++)
		tool_read_bound(j->o.point.bounds.at[i], j->arena, &bounds[i]);
	st_trim_request q = {.free = j->o.point.free.at, .free_count = j->o.point.free.n, .zero = j->o.point.zero.at,
						 .zero_count = j->o.point.zero.n, .bounds = bounds, .bound_count = j->o.point.bounds.n,
						 .starts = j->o.point.starts, .seed = j->o.run.seed};
	if (!tool_stand(j))
		return false;
	sb_doing("looking for an equilibrium", j->model->flat->name);
	if (j->o.point.along)
		return follow(j, &q);
	if (!st_trim_find(j->model, j->run, &j->settings, &q, j->arena, j->model->diag, &t))
		return false;
	if (j->o.json)
		st_trim_json(&t, j->model->flat->name, &j->said);
	else if (!j->o.quiet)
		st_trim_text(&t, j->model->flat->name, tool_color(stdout), &j->said);
	return st_trim_tell(&t, j->model->diag);
}

int tool_trim(int argc, char **argv)
{
	return tool_at_point(argc, argv, &(tool_point_command){"trim", TOOL_TRIM, is_good, trim});
}
