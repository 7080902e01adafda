/* saltus compare: two results of what should be the same. */
#include "base/json.h"
#include "result/compare/compare.h"
#include "tool/report/report.h"
#include "tool/guard/tool_guard.h"
#include "tool/results/results.h"
#include <math.h>
#include <string.h>

typedef struct comparing {
	tool_options o;
	sb_arena *arena;
	sb_diag *diag;
	tool_result results[2];
	const sr_comparison *c;
} comparing;

static bool take_names(comparing *w, sr_compare_wish *wish)
{
	sr_renamed *renamed = sb_new_array(w->arena, sr_renamed, w->o.compare.renamed.n + 1);
	bool good = true;
	sb_u32s columns = {0};
	for (uint32_t i = 0; i < w->o.compare.renamed.n; i++) {
		const char *text = w->o.compare.renamed.at[i], *equals = strchr(text, '=');
		renamed[i] = (sr_renamed){sb_strndup(w->arena, text, (size_t)(equals - text)), equals + 1};
		sb_strings one = {0}, other = {0};
		sb_push(w->arena, one, renamed[i].reference);
		sb_push(w->arena, other, renamed[i].other);
		good = tool_select(w->results[0].record, &one, "--map", w->arena, w->diag, &columns) && good;
		good = tool_select(w->results[1].record, &other, "--map", w->arena, w->diag, &columns) && good;
	}
	wish->renamed = renamed;
	wish->renamed_count = w->o.compare.renamed.n;
	wish->patterns = &w->o.vars;
	columns.n = 0;
	return tool_select(w->results[0].record, &w->o.vars, "--vars", w->arena, w->diag, &columns) && good;
}

static void tell_names(comparing *w, const sb_strings *names, int which)
{
	if (!names->n)
		return;
	sb_text list = {0};
	for (uint32_t i = 0; i < names->n && i < 5; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", names->at[i]);
	sb_message *m = sb_report(w->diag, SB_INFO, "U0811", (sb_span){0}, "only in '%s': %s%s", w->o.files.at[which],
							  list.at, names->n > 5 ? sb_printf(w->arena, " and %u more", names->n - 5) : "");
	if (!which)
		sb_help(m, "--map NAME=OTHER tells what a variable is called in the second result");
	sb_text_free(&list);
}

static void tell_units(comparing *w)
{
	for (uint32_t i = 0; i < w->c->n; i++) {
		const sr_difference *d = &w->c->at[i];
		const char *a = sr_column_at(w->results[0].record, d->reference)->unit,
				   *b = sr_column_at(w->results[1].record, d->other)->unit;
		if (*a && *b && strcmp(a, b) != 0)
			sb_report(w->diag, SB_WARNING, "U0812", (sb_span){0},
					  "'%s' is in %s in the first result, in %s in the second", d->name, a, b);
	}
}

/* Does the second end before the first? Its missing part cannot agree. */
static bool ends_early(const comparing *w)
{
	double time = isnan(w->o.compare.time) ? 1e-3 * (w->c->high - w->c->low) : w->o.compare.time;
	return w->c->low <= w->c->high && w->c->other_end < w->c->reference_end - fmax(time, 0);
}

static bool judge(comparing *w)
{
	const sr_comparison *c = w->c;
	tell_names(w, &c->only_reference, 0);
	tell_names(w, &c->only_other, 1);
	tell_units(w);
	if (!c->n)
		sb_help(sb_report(w->diag, SB_ERROR, "U0810", (sb_span){0}, "no variable is in both results"),
				"--map NAME=OTHER tells what a variable is called in the second result");
	else if (c->low > c->high)
		sb_help(sb_report(w->diag, SB_ERROR, "U0813", (sb_span){0}, "the results have no time in common"),
				"compare runs over the same times, or parts of them");
	else if (ends_early(w))
		sb_report(w->diag, SB_ERROR, "U0813", (sb_span){0}, "'%s' ends at %g, before the first one, which ends at %g",
				  w->o.files.at[1], c->other_end, c->reference_end);
	return !sb_errors(w->diag) && c->disagreeing == 0;
}

static const char *number(sb_arena *arena, double v)
{
	return isnan(v) ? "not a number" : sb_printf(arena, "%.6g", v);
}

static void print_events(const comparing *w)
{
	const sr_comparison *c = w->c;
	if (!c->events_reference && !c->events_other)
		return;
	printf("events: %u and %u, %u matched by their order", c->events_reference, c->events_other, c->matched);
	if (c->matched && c->shift != 0)
		printf(", at most %.3g s apart (at %g)", fabs(c->shift), c->shift_at);
	if (!isnan(c->alone_reference))
		printf("; the one at %g is only in the first", c->alone_reference);
	if (!isnan(c->alone_other))
		printf("; the one at %g is only in the second", c->alone_other);
	printf("\n");
}

static void print_table(const comparing *w)
{
	enum { USUAL = 10, COLUMNS = 7 };
	static const char *const heads[COLUMNS] = {"variable", "largest difference", "at", "first", "second", "tube", ""};
	const sr_comparison *c = w->c;
	uint32_t most = w->o.compare.all ? c->n : c->disagreeing > USUAL ? c->disagreeing : USUAL;
	uint32_t n = c->n < most ? c->n : most;
	sr_table t = {.columns = COLUMNS, .unicode = true};
	sb_text out = {0};
	for (int i = 0; i < COLUMNS; i++)
		sb_push(w->arena, t.cells, heads[i]);
	for (uint32_t i = 0; i < n; i++) {
		const sr_difference *d = &c->at[i];
		sb_push(w->arena, t.cells, d->name);
		sb_push(w->arena, t.cells, number(w->arena, d->largest));
		sb_push(w->arena, t.cells, d->largest == 0 ? "" : number(w->arena, d->when));
		sb_push(w->arena, t.cells, d->largest == 0 ? "" : number(w->arena, d->expected));
		sb_push(w->arena, t.cells, d->largest == 0 ? "" : number(w->arena, d->found));
		sb_push(w->arena, t.cells, (const char *)sb_printf(w->arena, "%.3g", d->height));
		sb_push(w->arena, t.cells, d->excess > 0 ? "differs" : d->largest == 0 ? "same" : "agrees");
	}
	sr_table_text(&t, &out);
	fwrite(out.at, 1, out.n, stdout);
	sb_text_free(&out);
	if (n < c->n)
		printf("... and %u more that agree (--all shows them)\n", c->n - n);
}

static void print_verdict(const comparing *w, bool good)
{
	if (good)
		printf("%u variable%s from %g to %g\n", w->c->n, w->c->n == 1 ? " agrees" : "s agree", w->c->low, w->c->high);
	else if (w->c->disagreeing)
		printf("%u of %u variable%s differ%s\n", w->c->disagreeing, w->c->n, w->c->n == 1 ? "" : "s",
			   w->c->disagreeing == 1 ? "s" : "");
}

static void print_json(const comparing *w, bool good)
{
	const sr_comparison *c = w->c;
	sb_text text = {0};
	sb_json j = {.out = &text};
	sb_json_open(&j, NULL, '{');
	sb_json_string(&j, "status", good ? "agrees" : "differs");
	sb_json_open(&j, "variables", '[');
	for (uint32_t i = 0; c && i < c->n; i++) {
		const sr_difference *d = &c->at[i];
		sb_json_open(&j, NULL, '{');
		sb_json_string(&j, "name", d->name);
		sb_json_string(&j, "status", d->excess > 0 ? "differs" : "agrees");
		sb_json_real(&j, "largest", d->largest);
		sb_json_real(&j, "time", d->when);
		sb_json_real(&j, "first", d->expected);
		sb_json_real(&j, "second", d->found);
		sb_json_real(&j, "tube", d->height);
		sb_json_close(&j, '}');
	}
	sb_json_close(&j, ']');
	sb_json_open(&j, "only_first", '[');
	for (uint32_t i = 0; c && i < c->only_reference.n; i++)
		sb_json_string(&j, NULL, c->only_reference.at[i]);
	sb_json_close(&j, ']');
	sb_json_open(&j, "only_second", '[');
	for (uint32_t i = 0; c && i < c->only_other.n; i++)
		sb_json_string(&j, NULL, c->only_other.at[i]);
	sb_json_close(&j, ']');
	sb_json_open(&j, "events", '{');
	sb_json_int(&j, "first", c ? c->events_reference : 0);
	sb_json_int(&j, "second", c ? c->events_other : 0);
	sb_json_int(&j, "matched", c ? c->matched : 0);
	sb_json_real(&j, "shift", c ? c->shift : 0);
	sb_json_close(&j, '}');
	sb_text messages = {0};
	sb_render_json(w->diag, 0, &messages);
	sb_json_raw(&j, "messages", messages.at);
	sb_text_free(&messages);
	sb_json_close(&j, '}');
	printf("%s\n", text.at);
	sb_text_free(&text);
}

static bool draw(const comparing *w)
{
	enum { MOST = 4 };
	const char *const labels[2] = {w->results[0].label, w->results[1].label};
	bool good = true;
	for (uint32_t i = 0; i < w->o.pictures.n; i++) {
		const tool_picture *p = &w->o.pictures.at[i];
		if (!*p->file && w->o.json)
			continue;
		const sr_chart *chart =
			sr_chart_of_comparison(w->arena, w->results[0].record, w->results[1].record, w->c, labels, MOST);
		good = tool_chart_draw(p, chart, w->diag) && good;
		if (*p->file && good && !w->o.quiet && !w->o.json)
			printf("wrote %s\n", p->file);
	}
	return good;
}

static int compare_all(comparing *w)
{
	sr_compare_wish wish = {.relative = isnan(w->o.compare.tolerance) ? 1e-3 : w->o.compare.tolerance,
		.absolute = isnan(w->o.compare.absolute) ? 1e-9 : w->o.compare.absolute, .time = w->o.compare.time,
		.width = isnan(w->o.compare.time) ? 0 : w->o.compare.time};
	bool good = true;
	for (int i = 0; i < 2; i++) {
		w->results[i] = tool_take_result(w->arena, &w->o, w->o.files.at[i]);
		good = good && w->results[i].record;
	}
	tool_guard_phase(TOOL_FINISHING);
	bool taken = good && take_names(w, &wish);
	if (taken) {
		w->c = sr_compare(w->arena, w->results[0].record, w->results[1].record, &wish);
		good = judge(w);
	}
	good = good && taken;
	bool common = w->c && w->c->n && w->c->low <= w->c->high;
	if (common && !w->o.json && !w->o.quiet) {
		print_table(w);
		print_events(w);
		print_verdict(w, good);
	}
	if (w->c && w->c->n)
		good = draw(w) && good;
	if (w->o.json)
		print_json(w, good);
	else
		tool_print_messages(w->diag, w->o.quiet);
	for (int i = 0; i < 2; i++)
		tool_result_free(&w->results[i]);
	return good ? TOOL_DONE : TOOL_FAILED;
}

int tool_compare(int argc, char **argv)
{
	comparing w = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	int status;
	bool good = tool_parse(w.arena, w.diag, argc, argv, TOOL_COMMON | TOOL_COMPARE, "compare", &w.o);
	if (good && w.o.files.n != 2) {
		sb_help(sb_report(w.diag, SB_ERROR, "U0814", (sb_span){0}, "two results are compared, and %u %s named",
						  w.o.files.n, w.o.files.n == 1 ? "is" : "are"),
				"for example: saltus compare reference.csv new.csv");
		good = false;
	}
	if (!good) {
		status = tool_usage(w.diag, "compare");
	} else {
		tool_guard(&w.o);
		status = tool_guard_status(compare_all(&w));
	}
	sb_diag_free(w.diag);
	sb_arena_free(w.arena);
	return status;
}
