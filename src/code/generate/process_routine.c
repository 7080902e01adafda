/* Whole routines of the model, and the conditions that they wait for, as C functions. Their statements:
 * process_text.c. */
#include "code/generate/process_text.h"

#include <string.h>

static sm_function *as_function(sc_emitter *em, const sm_routine *r)
{
	sm_function *f = sb_new(em->arena, sm_function);
	f->name = r->name;
	f->locals = r->locals;
	f->args = r->args;
	f->span = r->span;
	return f;
}

static sc_frame open_frame(sc_emitter *em, uint32_t routine, sb_text *body)
{
	const sm_routine *r = &em->model->routines.at[routine];
	uint32_t *slot = sb_new_array(em->arena, uint32_t, r->locals.n + 1), next = 0;
	for (uint32_t k = 0; k < r->locals.n; k++) {
		slot[k] = next;
		next += sm_local_scalars(em->model, &r->locals.at[k]);
	}
	em->function = as_function(em, r);
	em->span = r->span;
	em->what = r->name;
	em->at = body;
	em->level = 0;
	em->used = 0;
	em->plain = false;
	em->scratch = false;
	em->strings = em->base_strings;
	return (sc_frame){ .routine = r, .slot = slot, .next = next };
}

/* Locals without a binding begin with zero or an empty text: a record may have been somebody else's before. */
static void write_zeros(sc_emitter *em, const sc_frame *frame)
{
	const sm_routine *r = frame->routine;
	for (uint32_t k = r->args; k < r->locals.n; k++) {
		const sm_local *local = &r->locals.at[k];
		uint32_t count = sm_local_scalars(em->model, local);
		const char *zero = local->type == SX_STRING ? "\"\"" : "0", *member = sc_slot_member(local->type);
		if (local->rank)
			sc_line(em, "for (int q = 0; q < %u; q++) a->slot[%u + q].%s = %s;", count, frame->slot[k], member, zero);
		else if (!local->binding)
			sc_line(em, "a->slot[%u].%s = %s;", frame->slot[k], member, zero);
	}
}

static void close_frame(sc_emitter *em)
{
	em->function = NULL;
	em->frame = NULL;
	em->announcing = false;
	em->definite = 0;
}

static const char *harmless(const char *name)
{
	return strstr(name, "*/") ? "?" : name;
}

static uint32_t write_routine(sc_emitter *em, uint32_t number, uint32_t sites)
{
	const struct ss_routine_code *code = &em->plan->routine_code.at[number];
	sb_text body = {0};
	sc_frame frame = open_frame(em, code->routine, &body);
	em->frame = &frame;
	em->announcing = true;
	em->definite = 1;
	frame.next_site = sites;
	write_zeros(em, &frame);
	sc_statements(em, &code->body);
	bool wrapped = em->scratch || frame.scratch || em->strings;
	if (em->comments)
		sb_addf(&em->out, "/* %s */\n", harmless(frame.routine->name));
	sb_addf(&em->out, "static int routine_%u%s(sc_data *d, sc_activation *a)\n{\n", number, wrapped ? "_of" : "");
	sc_declare_arrays(em);
	if (frame.rounds)
		sb_add(&em->out, "\tunsigned rounds = 0;\n");
	if (frame.places) {
		sb_add(&em->out, "\tswitch (a->at) {\n");
		for (uint32_t k = 1; k <= frame.places; k++)
			sb_addf(&em->out, "\tcase %u: goto at%u;\n", k, k);
		sb_add(&em->out, "\t}\n");
	}
	sb_add(&em->out, body.at ? body.at : "");
	sb_add(&em->out, "\treturn 0;\n}\n\n");
	if (wrapped)
		sb_addf(&em->out,
				"static int routine_%u(sc_data *d, sc_activation *a)\n{\n\tconst unsigned long long mark = "
				"d->services->mark(d);\n%s"
				"\tconst int waits = routine_%u_of(d, a);\n\td->services->release(d, mark);\n\treturn waits;\n}\n\n",
				number, em->strings ? "\td->services->sweep(d);\n" : "", number);
	sb_text_free(&body);
	close_frame(em);
	return frame.next_site;
}

/* A function that computes something of a wait for the activation `a`: its head, its values, its end. */
static void write_of_wait(sc_emitter *em, uint32_t number, const char *head,
						  void (*values)(sc_emitter *em, const struct ss_wait *wait), const char *end)
{
	const struct ss_wait *wait = &em->plan->waits.at[number];
	sb_text body = {0};
	sc_frame frame = open_frame(em, wait->routine, &body);
	em->frame = &frame;
	em->span = wait->span;
	values(em, wait);
	sb_add(&em->out, head);
	sc_declare_arrays(em);
	if (em->scratch)
		sb_add(&em->out, "\tconst unsigned long long mark = d->services->mark(d);\n");
	sb_add(&em->out, body.at ? body.at : "");
	sb_addf(&em->out, "%s%s}\n\n", em->scratch ? "\td->services->release(d, mark);\n" : "", end);
	sb_text_free(&body);
	close_frame(em);
}

static void condition_value(sc_emitter *em, const struct ss_wait *wait)
{
	em->definite = 1;
	sc_line(em, "const int is = %s;", sc_scalar_text(em, wait->condition));
}

static void turn_values(sc_emitter *em, const struct ss_wait *wait)
{
	for (uint32_t k = 0; k < wait->turns.n; k++)
		sc_line(em, "functions[%u] = %s;", k, sc_scalar_text(em, wait->turns.at[k].function));
}

static void write_wait(sc_emitter *em, uint32_t number)
{
	write_of_wait(em, number, sb_printf(em->arena, "static int wait_%u(sc_data *d, sc_activation *a)\n{\n", number),
				  condition_value, "\treturn is;\n");
	if (em->plan->waits.at[number].turns.n)
		write_of_wait(
			em, number,
			sb_printf(em->arena, "static void turns_%u(sc_data *d, sc_activation *a, double *functions)\n{\n", number),
			turn_values, "");
}

void sc_routines_text(sc_emitter *em)
{
	uint32_t n = em->plan->routine_code.n, waits = em->plan->waits.n, sites = 0;
	if (!n)
		return;
	for (uint32_t k = 0; k < n && !em->failed; k++)
		sites = write_routine(em, k, sites);
	for (uint32_t k = 0; k < waits && !em->failed; k++)
		write_wait(em, k);
	if (em->comments)
		sb_add(&em->out, "/* processes, events with arguments and experiments: each goes on where it waited; and what "
						 "they wait for */\n");
	sb_add(&em->out, "int (*const sc_routines[])(sc_data *, sc_activation *) = {");
	for (uint32_t k = 0; k < n; k++)
		sb_addf(&em->out, "%sroutine_%u", k ? ", " : "", k);
	sb_add(&em->out, "};\nint sc_wait(sc_data *d, const sc_activation *a, int which)\n{\n\tswitch (which) {\n");
	for (uint32_t k = 0; k < waits; k++)
		sb_addf(&em->out, "\tcase %u: return wait_%u(d, (sc_activation *)a);\n", k, k);
	sb_add(&em->out, "\t}\n\treturn 1;\n}\nvoid sc_wait_turns(sc_data *d, const sc_activation *a, int which, double "
					 "*functions)\n{\n\tswitch (which) {\n");
	for (uint32_t k = 0; k < waits; k++)
		if (em->plan->waits.at[k].turns.n)
			sb_addf(&em->out, "\tcase %u: turns_%u(d, (sc_activation *)a, functions); break;\n", k, k);
	sb_add(&em->out, "\t}\n}\n\n");
}
