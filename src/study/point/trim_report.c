/* What was found of an equilibrium, for people and for programs. */
#include "base/json.h"
#include "result/result.h"
#include "study/point/point.h"
#include <math.h>

static void add_combination(sb_text *out, const double *factor, const char *const *names, uint32_t n)
{
	bool first = true;
	for (uint32_t i = 0; i < n; i++) {
		if (factor[i] == 0)
			continue;
		double size = fabs(factor[i]);
		sb_add(out, first ? factor[i] < 0 ? "-" : "" : factor[i] < 0 ? " - " : " + ");
		if (size != 1)
			sb_addf(out, "%.6g*", size);
		sb_add(out, names[i]);
		first = false;
	}
}

static void add_values(const st_trim *t, sb_arena *arena, bool unicode, sb_text *out)
{
	sr_table table = {.columns = 4, .unicode = unicode};
	const char **from = sb_new_array(arena, const char *, t->n + 1), **to = sb_new_array(arena, const char *, t->n + 1);
	static const char *const head[] = {"free", "from", "to", "bound"};
	bool bounded = false;
	for (uint32_t i = 0; i < t->n; i++)
		bounded = bounded || t->bound[i];
	table.columns = bounded ? 4 : 3;
	double *rounded = sb_new_array(arena, double, t->n + 1);
	for (uint32_t i = 0; i < t->n; i++)
		rounded[i] = fabs(t->value[i]) < 1e-13 * fmax(1, fabs(t->start[i])) ? 0 : t->value[i];
	sr_number_texts(arena, t->start, t->n, from);
	sr_number_texts(arena, rounded, t->n, to);
	for (uint32_t i = 0; i < table.columns; i++)
		sb_push(arena, table.cells, head[i]);
	for (uint32_t i = 0; i < t->n; i++) {
		sb_push(arena, table.cells, t->names[i]);
		sb_push(arena, table.cells, from[i]);
		sb_push(arena, table.cells, to[i]);
		if (bounded)
			sb_push(arena, table.cells, t->bound[i] < 0 ? "at its least" : t->bound[i] > 0 ? "at its most" : "");
	}
	sb_addc(out, '\n');
	sr_table_text(&table, out);
}

static void add_residuals(const st_trim *t, sb_text *out)
{
	for (uint32_t i = 0; i < t->m; i++)
		if (t->stays[i])
			sb_addf(out, "  %s stays at %.6g%s\n", t->conditions[i], t->residual[i],
					t->moved[i] ? "" : ": nothing that is free changes it there");
	for (uint32_t i = 0; i < t->n; i++)
		if (t->bound[i])
			sb_addf(out, "  %s is at its bound %.9g\n", t->names[i], t->value[i]);
	sb_addf(out, "  %u free, %u condition%s, of which %u %s independent there\n", t->n, t->m, t->m == 1 ? "" : "s",
			t->rank, t->rank == 1 ? "is" : "are");
}

static void add_stability(const st_trim *t, sb_text *out)
{
	if (!t->pole_count) {
		sb_add(out, "\nthe model has no states that move\n");
		return;
	}
	bool grows = false;
	for (uint32_t i = 0; i < t->pole_count; i++)
		grows = grows || !(t->poles[i].stable || t->poles[i].border);
	sb_addf(out, "\nthe equilibrium is %s\n",
			t->stable ? "stable" : grows ? "not stable" : "on the border of stability");
	for (uint32_t i = 0; i < t->pole_count; i++) {
		const st_pole *p = &t->poles[i];
		double re = creal(p->value), im = cimag(p->value);
		if (im < 0)
			continue;
		sb_addf(out, im > 0 ? "  eigenvalues %.6g +- %.6gi" : "  eigenvalue %.6g", re, im);
		sb_addf(out, ", mostly of %s%s\n", t->states[p->leading],
				p->stable ? "" : p->border ? ": it neither grows nor decays" : ": it grows");
	}
}

bool st_trim_tell(const st_trim *t, sb_diag *diag)
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
	sb_message *m = sb_report(diag, SB_ERROR, codes[t->end], (sb_span){0}, "%s", sentences[t->end]);
	for (uint32_t i = 0; i < t->m && t->end != ST_NO_VALUES; i++)
		if (t->stays[i])
			sb_note(m, "'%s' stays at %.6g%s", t->conditions[i], t->residual[i],
					t->moved[i] ? "" : ", and nothing that is free changes it there");
	for (uint32_t i = 0; i < t->n; i++)
		if (t->bound && t->bound[i])
			sb_note(m, "'%s' is at its bound %.9g", t->names[i], t->value[i]);
	if (*t->why)
		sb_note(m, "%s", t->why);
	sb_help(m, "%s", helps[t->end]);
	return false;
}

static const char *result_word(const st_trim *t)
{
	static const char *const words[] = {"found", "not reached", "no way on", "no values"};
	return words[t->end];
}

void st_trim_text(const st_trim *t, const char *model, bool unicode, sb_text *out)
{
	sb_arena *arena = sb_arena_new();
	sb_addf(out, "%s: equilibrium %s, after %u start%s and %llu points\n", model, result_word(t), t->tried,
			t->tried == 1 ? "" : "s", (unsigned long long)t->trials);
	if (t->end != ST_NO_VALUES)
		add_values(t, arena, unicode, out);
	if (t->end == ST_TRIMMED) {
		for (uint32_t i = 0; i < t->loose.n; i++) {
			sb_add(out, "\nnot the only one: all conditions stay zero along ");
			add_combination(out, t->loose.at[i], t->names, t->n);
		}
		if (t->loose.n)
			sb_addc(out, '\n');
		add_stability(t, out);
	} else if (t->end != ST_NO_VALUES) {
		sb_add(out, "\n");
		add_residuals(t, out);
	}
	sb_arena_free(arena);
}

void st_trim_json(const st_trim *t, const char *model, sb_text *out)
{
	sb_json j = {.out = out};
	sb_json_open(&j, NULL, '{');
	sb_json_string(&j, "model", model);
	sb_json_string(&j, "status", result_word(t));
	sb_json_int(&j, "starts", t->tried);
	sb_json_int(&j, "points", (int64_t)t->trials);
	sb_json_int(&j, "rank", t->rank);
	sb_json_open(&j, "free", '{');
	for (uint32_t i = 0; i < t->n; i++)
		sb_json_real(&j, t->names[i], t->end == ST_NO_VALUES ? t->start[i] : t->value[i]);
	sb_json_close(&j, '}');
	sb_json_open(&j, "bounds", '{');
	for (uint32_t i = 0; i < t->n; i++)
		if (t->bound[i])
			sb_json_string(&j, t->names[i], t->bound[i] < 0 ? "least" : "most");
	sb_json_close(&j, '}');
	sb_json_open(&j, "conditions", '{');
	for (uint32_t i = 0; i < t->m; i++)
		sb_json_real(&j, t->conditions[i], t->residual[i]);
	sb_json_close(&j, '}');
	sb_json_open(&j, "loose", '[');
	for (uint32_t d = 0; d < t->loose.n; d++) {
		sb_json_open(&j, NULL, '{');
		for (uint32_t i = 0; i < t->n; i++)
			if (t->loose.at[d][i] != 0)
				sb_json_real(&j, t->names[i], t->loose.at[d][i]);
		sb_json_close(&j, '}');
	}
	sb_json_close(&j, ']');
	if (t->end == ST_TRIMMED)
		sb_json_bool(&j, "stable", t->stable);
	sb_json_open(&j, "eigenvalues", '[');
	for (uint32_t i = 0; i < t->pole_count; i++) {
		sb_json_open(&j, NULL, '[');
		sb_json_real(&j, NULL, creal(t->poles[i].value));
		sb_json_real(&j, NULL, cimag(t->poles[i].value));
		sb_json_close(&j, ']');
	}
	sb_json_close(&j, ']');
	sb_json_close(&j, '}');
}
