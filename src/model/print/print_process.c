/* What flat Modelica has no words for: routines and their statements, resources, statistics, streams, experiments. They
 * are written as comments, near to what a reader would say. */
#include "model/print/print_inside.h"

#include <string.h>

static const char *object_name(const sm_model *m, sm_statement_kind kind, uint32_t object)
{
	switch (kind) {
	case SM_START: case SM_STOP: return object < m->routines.n ? m->routines.at[object].name : "?";
	case SM_OBSERVE: return object < m->statistics.n ? m->statistics.at[object].name : "?";
	default: return object < m->resources.n ? m->resources.at[object].name : "?";
	}
}

static void write_object(const sm_printing *p, const char *name, sx_ref index, sb_text *out)
{
	sb_add(out, name);
	if (!index || sx_is_number(p->model->pool, index, 0))
		return;
	sb_addc(out, '[');
	sm_write(p, index, out);
	sb_addc(out, ']');
}

static const char *name_asked(const sm_model *m, sm_question q, int64_t object)
{
	uint32_t k = (uint32_t)object;
	if (sm_is_draw(q))
		return k < m->streams.n ? m->streams.at[k].name : "?";
	if (q >= SM_ASK_LENGTH && q <= SM_ASK_MEAN_QUEUE)
		return k < m->resources.n ? m->resources.at[k].name : "?";
	if (q >= SM_ASK_COUNT && q <= SM_ASK_TOTAL)
		return k < m->statistics.n ? m->statistics.at[k].name : "?";
	return NULL;
}

void sm_write_question(const sm_printing *p, sx_ref e, sb_text *out)
{
	const sx_pool *pool = p->model->pool;
	sm_question q = (sm_question)sx_at(pool, e)->payload;
	uint32_t count = sx_at(pool, e)->count;
	const char *name = name_asked(p->model, q, sx_int_value(pool, sx_arg(pool, e, 0)));

	sb_addf(out, "%s(", sm_question_name(q));
	if (name)
		write_object(p, name, sx_arg(pool, e, 1), out);
	for (uint32_t i = 2; i < count; i++) {
		sb_add(out, i > 2 || name ? ", " : "");
		sm_write(p, sx_arg(pool, e, i), out);
	}
	sb_addc(out, ')');
}

static void also(const sm_printing *p, const char *word, sx_ref e, sb_text *out)
{
	if (!e)
		return;
	sb_add(out, word);
	sm_write(p, e, out);
}

static void write_list(const sm_printing *p, const sm_exprs *list, sb_text *out)
{
	sb_addc(out, '(');
	for (uint32_t i = 0; i < list->n; i++) {
		sb_add(out, i ? ", " : "");
		if (list->at[i])
			sm_write(p, list->at[i], out);
	}
	sb_addc(out, ')');
}

static const char *word_of(sm_statement_kind kind)
{
	switch (kind) {
	case SM_START: return "start";
	case SM_STOP: return "stop";
	case SM_HOLD: return "hold";
	case SM_WAIT_UNTIL: return "wait until";
	case SM_SEIZE: return "seize";
	case SM_PREEMPT: return "preempt";
	case SM_ENTER: return "enter";
	case SM_PASS: return "pass";
	case SM_PASSIVATE: return "passivate";
	case SM_RELEASE: return "release";
	case SM_LEAVE: return "leave";
	case SM_OPEN: return "open";
	case SM_CLOSE: return "close";
	case SM_ACTIVATE: return "activate";
	case SM_INTERRUPT: return "interrupt";
	case SM_DESTROY: return "destroy";
	case SM_INSERT: return "insert";
	case SM_TAKE: return "take";
	case SM_PEEK: return "peek";
	case SM_OBSERVE: return "observe";
	case SM_WRITE: return "write";
	case SM_RECORDING: return "recording";
	case SM_CROSSPLOT: return "crossplot";
	case SM_RERUN: return "rerun";
	case SM_SIMULATE: return "simulate";
	default: return NULL;
	}
}

static bool has_object(sm_statement_kind kind)
{
	switch (kind) {
	case SM_START:
	case SM_STOP:
	case SM_SEIZE:
	case SM_PREEMPT:
	case SM_ENTER:
	case SM_PASS:
	case SM_RELEASE:
	case SM_LEAVE:
	case SM_OPEN:
	case SM_CLOSE: case SM_INSERT: case SM_TAKE: case SM_PEEK: case SM_OBSERVE: return true;
	default: return false;
	}
}

bool sm_write_process_statement(const sm_printing *p, const sm_statement *s, sb_text *out)
{
	const char *word = word_of(s->kind);

	if (!word)
		return false;
	if (s->target) {
		sm_write(p, s->target, out);
		sb_add(out, " := ");
	}
	sb_add(out, word);
	if (has_object(s->kind)) {
		sb_addc(out, ' ');
		write_object(p, object_name(p->model, s->kind, s->object), s->index, out);
	}
	if (s->targets.n)
		write_list(p, &s->targets, out);
	also(p, s->kind == SM_START ? " priority " : " ", s->condition, out);
	also(p, s->kind == SM_START || s->kind == SM_ACTIVATE ? (s->absolute ? " at " : " in ") : " ", s->value, out);
	also(p, s->kind == SM_ENTER ? " priority " : " from ", s->from, out);
	also(p, " to ", s->to, out);
	also(p, " every ", s->step, out);
	also(p, " tolerance ", s->tolerance, out);
	also(p, " warmup ", s->warmup, out);
	also(p, " replications ", s->replications, out);
	if (s->solver)
		sb_addf(out, " by %s", s->solver);
	return true;
}

static void write_routine(const sm_printing *p, const sm_routine *r, sb_text *out)
{
	static const char *const words[] = { "process", "event", "experiment", "routine" };
	sm_function as_function = { .name = r->name, .locals = r->locals, .args = r->args };
	sm_printing inner = { .model = p->model, .function = &as_function, .depth = 1 };

	sb_addf(out, "%s %s(", words[r->kind], r->name);
	for (uint32_t k = 0; k < r->args && k < r->locals.n; k++)
		sb_addf(out, "%s%s", k ? ", " : "", r->locals.at[k].name);
	sb_add(out, ")\n");
	for (uint32_t k = r->args; k < r->locals.n; k++) {
		sb_addf(out, "  local %s", r->locals.at[k].name);
		also(&inner, " := ", r->locals.at[k].binding, out);
		sb_addc(out, '\n');
	}
	for (uint32_t k = 0; k < r->body.n; k++)
		sm_write_statement(&inner, r->body.at[k], out);
}

static void write_count(uint32_t count, bool is_array, sb_text *out)
{
	if (is_array)
		sb_addf(out, "[%u]", count);
}

static void write_resource(const sm_printing *p, const sm_resource *r, sb_text *out)
{
	static const char *const orders[] = { "fifo", "lifo", "smallest", "largest" };

	sb_addf(out, "%s %s", sm_resource_kind_name(r->kind), r->name);
	write_count(r->count, r->is_array, out);
	also(p, " capacity ", r->capacity, out);
	if (r->kind == SM_GATE && r->open)
		sb_add(out, " open");
	for (uint32_t k = 0; r->kind == SM_SET && k < r->fields; k++)
		sb_addf(out, "%s%s", k ? ", " : " of ", r->field_names ? r->field_names[k] : "?");
	if (r->kind == SM_SET && r->order != SM_FIFO)
		sb_addf(out, ", %s%s%s first", orders[r->order], r->order == SM_LIFO || !r->field_names ? "" : " ",
				r->order == SM_LIFO || !r->field_names || r->order_field >= r->fields ? ""
																					  : r->field_names[r->order_field]);
	sb_addc(out, '\n');
}

static void write_statistic(const sm_printing *p, const sm_statistic *s, sb_text *out)
{
	static const char *const words[] = { "tally", "value over time", "histogram" };

	sb_addf(out, "%s %s", words[s->kind], s->name);
	write_count(s->count, s->is_array, out);
	also(p, " from ", s->low, out);
	also(p, " width ", s->width, out);
	if (s->kind == SM_HISTOGRAM)
		sb_addf(out, " cells %u", s->cells);
	also(p, " start ", s->start, out);
	sb_addc(out, '\n');
}

void sm_write_processes(const sm_printing *p, sb_text *out)
{
	const sm_model *m = p->model;
	sm_printing plain = { .model = m };
	sb_text text = {0};

	for (uint32_t i = 0; i < m->resources.n; i++)
		write_resource(&plain, &m->resources.at[i], &text);
	for (uint32_t i = 0; i < m->statistics.n; i++)
		write_statistic(&plain, &m->statistics.at[i], &text);
	for (uint32_t i = 0; i < m->streams.n; i++) {
		sb_addf(&text, "stream %s", m->streams.at[i].name);
		write_count(m->streams.at[i].count, m->streams.at[i].is_array, &text);
		also(&plain, " seed ", m->streams.at[i].seed, &text);
		sb_addc(&text, '\n');
	}
	for (uint32_t i = 0; i < m->routines.n; i++)
		write_routine(&plain, &m->routines.at[i], &text);
	for (uint32_t i = 0; i < m->begin.n; i++)
		sb_addf(&text, "before each simulation: %s\n",
				m->begin.at[i] < m->routines.n ? m->routines.at[m->begin.at[i]].name : "?");
	for (uint32_t i = 0; i < m->end.n; i++)
		sb_addf(&text, "after each simulation: %s\n",
				m->end.at[i] < m->routines.n ? m->routines.at[m->end.at[i]].name : "?");
	for (const char *at = text.at; at && *at;) {
		const char *end = strchr(at, '\n');
		size_t n = end ? (size_t)(end - at) : strlen(at);
		sb_add(out, "  // ");
		sb_addn(out, at, n);
		sb_addc(out, '\n');
		at = end ? end + 1 : NULL;
	}
	sb_text_free(&text);
}
