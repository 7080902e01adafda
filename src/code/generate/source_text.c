/* Sources of activations as straight code: for each schedule of the plan (structure/schedules) one function, which the
 * engine calls when the source comes.
 *
 *     int source(d)
 *         the steps, with ifs where a condition decides
 *         if one of them has failed, or a value is not finite: all values as they were; return 1
 *         the actions
 *         left limits take the new values; activations are false again
 *         return 0
 *
 * What returns 1 is done again in the general way, which says what is wrong. */
#include "code/generate/generate.h"

static sc_items items_of(sc_emitter *em, const ss_steps *steps)
{
	sc_items items = {0};
	for (uint32_t k = 0; k < steps->n; k++) {
		sc_item item = {.kind = SC_STEP, .step = &steps->at[k]};
		sb_push(em->arena, items, item);
	}
	return items;
}

static sc_items acts_of(sc_emitter *em, const ss_schedule *s)
{
	sc_items items = {0};
	for (uint32_t k = 0; k < s->actions.n; k++) {
		sc_item item = {.kind = SC_ACTION, .action = &s->actions.at[k], .index = s->numbers.at[k]};
		sb_push(em->arena, items, item);
	}
	return items;
}

/* A value that is copied is as finite as what it is copied from. */
static bool may_be_infinite(const sc_emitter *em, const ss_step *s)
{
	return sx_type_of(em->pool, s->target) == SX_REAL && !sc_is_leaf(em, s->value) && s->phases & SS_DISCRETE;
}

static void put_check(sc_emitter *em, const ss_schedule *s, sb_text *out)
{
	sb_add(out, "\tif (d->failed");
	for (uint32_t k = 0; k < s->steps.n; k++) {
		ss_place place = ss_place_of_leaf(em->plan, s->steps.at[k].target);
		if (may_be_infinite(em, &s->steps.at[k]) && place.store == SS_REAL)
			sb_addf(out, "\n\t\t|| !(d->r[%u] - d->r[%u] == 0.0)", place.index, place.index);
	}
	sb_add(out, ") {\n");
}

static void put_pre(const sc_emitter *em, uint32_t entry, bool back, sb_text *out)
{
	ss_place place = em->plan->pres.at[entry].place;
	const char *sign = place.store == SS_REAL && place.negated ? "-" : "", *store = place.store == SS_REAL ? "r" : "i";
	if (back)
		sb_addf(out, "\t\td->%s[%u] = %sd->pre_%s[%u];\n", store, place.index, sign, store, entry);
	else
		sb_addf(out, "\td->pre_%s[%u] = %sd->%s[%u];\n", store, entry, sign, store, place.index);
}

static void write_source(sc_emitter *em, const ss_schedule *s, uint32_t k)
{
	sc_items steps = items_of(em, &s->steps), back = items_of(em, &s->back), falls = items_of(em, &s->falls),
			 acts = acts_of(em, s);
	sb_text body = {0};
	em->scratch = em->loops_scratch;
	em->strings = em->base_strings;
	em->definite = 1;
	sc_routine(em, sb_printf(em->arena, "source_%u_steps", k), "", "", &steps);
	sc_routine(em, sb_printf(em->arena, "source_%u_back", k), "", "", &back);
	sc_routine(em, sb_printf(em->arena, "source_%u_falls", k), "", "", &falls);
	em->definite = 0;
	sc_routine(em, sb_printf(em->arena, "source_%u_acts", k), "", "", &acts);
	sb_addf(&body, "static int source_%u(sc_data *d)\n{\n", k);
	if (em->scratch)
		sb_add(&body, "\tconst unsigned long long mark = d->services->mark(d);\n");
	if (em->strings)
		sb_add(&body, "\td->services->sweep(d);\n");
	sb_addf(&body, "\tsource_%u_steps(d);\n", k);
	put_check(em, s, &body);
	for (uint32_t i = 0; i < s->pres.n; i++)
		put_pre(em, s->pres.at[i], true, &body);
	sb_addf(&body, "\t\td->failed = 0;\n\t\tsource_%u_back(d);\n\t\tsource_%u_falls(d);\n", k, k);
	sb_addf(&body, "%s\t\treturn 1;\n\t}\n", em->scratch ? "\t\td->services->release(d, mark);\n" : "");
	if (s->actions.n)
		sb_addf(&body, "\tsource_%u_acts(d);\n", k);
	for (uint32_t i = 0; i < s->pres.n; i++)
		put_pre(em, s->pres.at[i], false, &body);
	if (s->falls.n)
		sb_addf(&body, "\tsource_%u_falls(d);\n", k);
	sb_addf(&body, "%s\treturn 0;\n}\n\n", em->scratch ? "\td->services->release(d, mark);\n" : "");
	sb_add(&em->out, body.at);
	sb_text_free(&body);
}

void sc_sources_text(sc_emitter *em)
{
	const ss_plan *plan = em->plan;
	uint32_t *source = sb_new_array(em->arena, uint32_t, plan->event_code.n + 1);
	bool any = false;
	for (uint32_t k = 0; k < plan->schedules.n && !em->failed; k++) {
		const ss_schedule *s = &plan->schedules.at[k];
		if (s->why)
			continue;
		any = true;
		write_source(em, s, k);
		for (uint32_t i = 0; i < s->events.n; i++)
			source[s->events.at[i]] = k + 1;
	}
	if (!any)
		return;
	if (em->comments)
		sb_add(&em->out, "/* what a source of activations runs, by event; 0: it goes the general way */\n");
	sb_add(&em->out, "int (*const sc_sources[])(sc_data *) = {");
	for (uint32_t i = 0; i < plan->event_code.n; i++)
		sb_addf(&em->out, source[i] ? "%ssource_%u" : "%s0", i ? (i % 8 ? ", " : ",\n") : "", source[i] - 1);
	sb_add(&em->out, "};\n");
}
