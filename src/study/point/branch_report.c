/* Equilibria along a parameter as text, JSON, CSV and picture. */
#include "base/file.h"
#include "base/json.h"
#include "result/chart/chart.h"
#include "result/result.h"
#include "study/point/point.h"
#include <math.h>

static const char *const special_names[] = {"", "fold", "Hopf", "branch"};

static const char *end_sentence(const st_branch *b)
{
	static const char *const words[] = {"at the end of the range", "back where it began", "no way on was found",
										"too many points"};
	return words[b->end];
}

/* ------------------------------------------------------------------------------------------------------------ text */

enum { WIDE = 8 };               /* more columns are for files */

/* Points where something happens, ends, and where stability changes between two points. */
static bool is_shown(const st_branch *b, uint32_t i)
{
	return i == 0 || i + 1 == b->points.n || b->points.at[i].special != ST_PLAIN;
}

void st_branch_text(const st_branch *b, const char *model, bool unicode, sb_text *out)
{
	sb_arena *arena = sb_arena_new();
	uint32_t columns = b->n < WIDE ? b->n : WIDE;
	sr_table t = {.columns = columns + 3, .unicode = unicode};
	sb_addf(out, "%s: %u equilibria along %s, the last one %s\n", model, b->points.n, b->parameter, end_sentence(b));
	if (*b->why)
		sb_addf(out, "  %s\n", b->why);
	sb_push(arena, t.cells, "point");
	sb_push(arena, t.cells, b->parameter);
	for (uint32_t k = 0; k < columns; k++)
		sb_push(arena, t.cells, b->names[k]);
	sb_push(arena, t.cells, "eigenvalue farthest right");
	for (uint32_t i = 0; i < b->points.n; i++) {
		const st_branch_point *p = &b->points.at[i];
		if (!is_shown(b, i))
			continue;
		double re = creal(p->leading), im = fabs(cimag(p->leading));
		sb_push(arena, t.cells, p->special ? special_names[p->special] : p->growing ? "not stable" : "stable");
		sb_push(arena, t.cells, (const char *)sb_printf(arena, "%.8g", p->parameter));
		for (uint32_t k = 0; k < columns; k++)
			sb_push(arena, t.cells, (const char *)sb_printf(arena, "%.8g", p->value[k] + 0.0));
		if (fabs(re) < 1e-9 * (im + 1))
			re = 0;
		sb_push(arena, t.cells,
				(const char *)(im > 0 ? sb_printf(arena, "%.6g +- %.6gi", re, im) : sb_printf(arena, "%.6g", re)));
	}
	sb_addc(out, '\n');
	sr_table_text(&t, out);
	sb_arena_free(arena);
}

/* ----------------------------------------------------------------------------------------------------- JSON and CSV */

void st_branch_json(const st_branch *b, const char *model, sb_text *out)
{
	sb_json j = {.out = out};
	sb_json_open(&j, NULL, '{');
	sb_json_string(&j, "model", model);
	sb_json_string(&j, "status", "found");
	sb_json_string(&j, "parameter", b->parameter);
	sb_json_string(&j, "end", end_sentence(b));
	sb_json_open(&j, "free", '[');
	for (uint32_t k = 0; k < b->n; k++)
		sb_json_string(&j, NULL, b->names[k]);
	sb_json_close(&j, ']');
	sb_json_open(&j, "points", '[');
	for (uint32_t i = 0; i < b->points.n; i++) {
		const st_branch_point *p = &b->points.at[i];
		sb_json_open(&j, NULL, '{');
		sb_json_real(&j, "parameter", p->parameter);
		sb_json_open(&j, "values", '[');
		for (uint32_t k = 0; k < b->n; k++)
			sb_json_real(&j, NULL, p->value[k]);
		sb_json_close(&j, ']');
		if (p->special)
			sb_json_string(&j, "special", special_names[p->special]);
		sb_json_int(&j, "growing", p->growing);
		sb_json_open(&j, "eigenvalue", '[');
		sb_json_real(&j, NULL, creal(p->leading));
		sb_json_real(&j, NULL, fabs(cimag(p->leading)));
		sb_json_close(&j, ']');
		sb_json_close(&j, '}');
	}
	sb_json_close(&j, ']');
	sb_json_close(&j, '}');
}

static void add_field(sb_text *out, const char *text)
{
	sb_addc(out, '"');
	for (; *text; text++) {
		if (*text == '"')
			sb_addc(out, '"');
		sb_addc(out, *text);
	}
	sb_addc(out, '"');
}

bool st_branch_csv(const st_branch *b, const char *path, sb_diag *diag)
{
	sb_output out;
	sb_text text = {0};
	if (!sb_output_open(&out, diag, path))
		return false;
	add_field(&text, b->parameter);
	for (uint32_t k = 0; k < b->n; k++) {
		sb_addc(&text, ',');
		add_field(&text, b->names[k]);
	}
	sb_add(&text, ",growing,eigenvalue_real,eigenvalue_imaginary,special\r\n");
	for (uint32_t i = 0; i < b->points.n; i++) {
		const st_branch_point *p = &b->points.at[i];
		sb_add_real(&text, p->parameter);
		for (uint32_t k = 0; k < b->n; k++) {
			sb_addc(&text, ',');
			sb_add_real(&text, p->value[k]);
		}
		sb_addf(&text, ",%u,", p->growing);
		sb_add_real(&text, creal(p->leading));
		sb_addc(&text, ',');
		sb_add_real(&text, fabs(cimag(p->leading)));
		sb_addf(&text, ",%s\r\n", special_names[p->special]);
	}
	fwrite(text.at, 1, text.n, out.stream);
	sb_text_free(&text);
	return sb_output_commit(&out, diag);
}

/* -------------------------------------------------------------------------------------------------------- a picture */

typedef sb_vec(sr_layer) layers;
enum { PANELS = 6 };

/* Stable parts are solid, others dashed. A piece ends where stability changes, and the next one begins there. */
static void add_pieces(const st_branch *b, uint32_t k, sb_arena *arena, layers *list)
{
	bool told[2] = {false, false};
	for (uint32_t from = 0; from + 1 < b->points.n;) {
		bool stable = !b->points.at[from + 1].growing;
		uint32_t to = from + 1;
		while (to + 1 < b->points.n && !b->points.at[to].special && !b->points.at[to + 1].growing == stable)
			to++;
		double *x = sb_new_array(arena, double, 2 * (size_t)(to - from + 1)), *y = x + (to - from + 1);
		if (b->points.at[to].special || to + 1 == b->points.n)
			stable = !b->points.at[(from + to) / 2].growing && !b->points.at[to > from + 1 ? to - 1 : from].growing;
		for (uint32_t i = from; i <= to; i++) {
			x[i - from] = b->points.at[i].parameter;
			y[i - from] = b->points.at[i].value[k];
		}
		sb_push(arena, *list, ((sr_layer){.data = {.x = x, .y = y, .n = to - from + 1}, .color = 1,
										  .dash = stable ? SR_SOLID : SR_DASHED,
										  .legend = told[stable] ? NULL : stable ? "stable" : "not stable"}));
		told[stable] = true;
		from = to;
	}
}

static void add_specials(const st_branch *b, uint32_t k, sb_arena *arena, layers *list)
{
	static const sr_marker markers[] = {SR_DISC, SR_DIAMOND, SR_DISC, SR_PLUS};
	for (int what = ST_FOLD; what <= ST_BRANCH; what++) {
		double *x = sb_new_array(arena, double, 2 * (size_t)b->points.n + 1), *y = x + b->points.n;
		uint32_t n = 0;
		for (uint32_t i = 0; i < b->points.n; i++)
			if (b->points.at[i].special == (st_special)what) {
				x[n] = b->points.at[i].parameter;
				y[n++] = b->points.at[i].value[k];
			}
		if (n)
			sb_push(arena, *list, ((sr_layer){.kind = SR_POINTS, .data = {.x = x, .y = y, .n = n},
											  .marker = markers[what], .color = (uint32_t)what + 1,
											  .legend = special_names[what]}));
	}
}

bool st_branch_draw(const st_branch *b, const char *model, const char *path, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	uint32_t count = b->n < PANELS ? b->n : PANELS;
	sr_panel *panels = sb_new_array(arena, sr_panel, count + 1);
	for (uint32_t k = 0; k < count; k++) {
		layers list = {0};
		add_pieces(b, k, arena, &list);
		add_specials(b, k, arena, &list);
		panels[k] = (sr_panel){.x = {.label = b->parameter}, .y = {.label = b->names[k]}, .layers = list.at,
							   .count = list.n, .x_below = k + 1 < count};
	}
	sr_chart chart = {.title = sb_printf(arena, "Equilibria of %s", model), .panels = panels, .count = count};
	bool good = sr_chart_write(&chart, path, diag);
	sb_arena_free(arena);
	return good;
}
