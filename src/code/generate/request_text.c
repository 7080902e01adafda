/* Texts that are made on request, beside that of the program: they read and write the values of the same run, and have
 * the functions of the model once more. */
#include "code/generate/generate.h"

#include <stdio.h>

static void begin(sc_emitter *em, const ss_plan *plan, sb_arena *kept)
{
	sc_text_open(em, plan, kept, false);
	sc_functions_text(em);
	em->what = plan->model->name;
	em->scratch = false;
}

/* A table of functions f_0, f_1, ... */
static void put_table(sc_emitter *em, const char *table, const char *params, const char *function, uint32_t n)
{
	sb_addf(&em->out, "void (*const %s[])(sc_data *%s) = {", table, params);
	for (uint32_t k = 0; k < n; k++)
		sb_addf(&em->out, "%s%s_%u", k ? (k % 8 ? ", " : ",\n") : "", function, k);
	sb_add(&em->out, n ? "};\n" : "0};\n");
}

sc_text sc_apart_text(const ss_apart *q, sb_arena *kept)
{
	sc_emitter em;
	char name[40];
	begin(&em, q->plan, kept);
	sc_loops_text(&em);
	for (uint32_t k = 0; k < q->portion_count && !em.failed; k++) {
		sc_items items = {0};
		sb_push(em.arena, items, ((sc_item){ .kind = SC_STEP, .step = q->portions[k] }));
		snprintf(name, sizeof name, "portion_%u", k);
		sc_routine(&em, name, "", "", &items);
	}
	for (uint32_t k = 0; k < q->watches && !em.failed; k++) {
		const ss_watch *w = &q->plan->watches.at[k];
		sc_items items = {0};
		sc_item item = { .kind = SC_VALUE, .array = "functions", .index = 0, .value = w->function, .span = w->span,
			.component = w->component };
		if (w->function)
			sb_push(em.arena, items, item);
		snprintf(name, sizeof name, "function_%u", k);
		sc_routine(&em, name, ", double *functions", ", functions", &items);
	}
	put_table(&em, "sc_portions", "", "portion", q->portion_count);
	put_table(&em, "sc_watch_functions", ", double *", "function", q->watches);
	return sc_text_close(&em);
}

static void put_derivatives(sc_emitter *em, const ss_derivatives *q)
{
	sc_partials(em, "partials", &q->steps, &q->pattern, q->values);
	sc_entry_text(em, "derivatives", ", double *values", sb_printf(em->arena,
		"\tpartials(d, d->services->scratch(d, %lluULL), values);\n", 8ull * q->temp_count + 8),
		"derivatives that were asked for, column by column");
}

sc_text sc_derivatives_text(const ss_derivatives *q, sb_arena *kept)
{
	sc_emitter em;
	begin(&em, q->plan, kept);
	put_derivatives(&em, q);
	return sc_text_close(&em);
}

bool sc_derivatives_alone(const ss_derivatives *q, sb_arena *kept, sc_alone *out)
{
	sc_emitter em;
	begin(&em, q->plan, kept);
	put_derivatives(&em, q);
	return sc_alone_close(&em, out);
}
