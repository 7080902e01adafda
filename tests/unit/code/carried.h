/* What tests of routines share: a model whose routines are run by hand. */
#ifndef SALTUS_TESTS_CARRIED_H
#define SALTUS_TESTS_CARRIED_H

#include "unit/code/statements.h"
#include "model/print/print.h"

typedef struct played {
	sb_text log;
	double next;
	int started;
	sc_slot arguments[8];
	sc_slot entry[4];
	bool has_entry;
	int site;
} played;

static played *of(sc_data *d)
{
	return d->run;
}

static int on_hold(sc_data *d, sc_activation *a, int site, double delay)
{
	of(d)->site = site;
	sb_addf(&of(d)->log, "%d:hold %g; ", a->routine, delay);
	return 1;
}

static int on_until(sc_data *d, sc_activation *a, int site, int condition)
{
	(void)site;
	sb_addf(&of(d)->log, "%d:until %d; ", a->routine, condition);
	return 1;
}

static int on_act(sc_data *d, sc_activation *a, int site, int statement, int object, long long index, double value,
				  long long more)
{
	(void)site;
	const char *word = statement == SM_SEIZE     ? "seize"
					   : statement == SM_RELEASE ? "release"
					   : statement == SM_ENTER   ? "enter"
					   : statement == SM_DESTROY ? "destroy"
					   : statement == SM_OBSERVE ? "observe"
												 : "act";
	sb_addf(&of(d)->log, "%d:%s %d[%lld] %g %lld; ", a ? a->routine : -1, word, object, index, value, more);
	return statement == SM_SEIZE || (statement == SM_DESTROY && object == 1);
}

static long long on_start(sc_data *d, sc_activation *a, int site, int routine, int absolute, double when,
						  long long priority, const sc_slot *arguments)
{
	(void)a, (void)site;
	sb_addf(&of(d)->log, "start %d %s %g%s; ", routine, absolute ? "at" : "in", when,
			priority == INT64_MIN ? "" : " with priority");
	for (int k = 0; k < 8 && arguments; k++)
		of(d)->arguments[k] = arguments[k];
	return 100 + ++of(d)->started;
}

static void on_insert(sc_data *d, int site, int set, long long index, const sc_slot *fields)
{
	(void)site;
	sb_addf(&of(d)->log, "insert %d[%lld] %g %s; ", set, index, fields[0].r, fields[1].s);
	memcpy(of(d)->entry, fields, 2 * sizeof *fields);
	of(d)->has_entry = true;
}

static int on_take(sc_data *d, int site, int set, long long index, long long position, int stays, sc_slot *fields)
{
	(void)site, (void)set, (void)index;
	if (!of(d)->has_entry || position != 1)
		return 0;
	memcpy(fields, of(d)->entry, 2 * sizeof *fields);
	of(d)->has_entry = stays;
	return 1;
}

static double on_draw(sc_data *d, int site, int question, int stream, long long index, double a, double b, double c)
{
	(void)site, (void)stream, (void)index, (void)a, (void)b, (void)c;
	sb_addf(&of(d)->log, "%s; ", sm_question_name((sm_question)question));
	return ++of(d)->next;
}

static double on_ask(sc_data *d, sc_activation *a, int site, int question, int object, long long index, double of_what)
{
	(void)a, (void)site, (void)object, (void)index, (void)of_what;
	sb_addf(&of(d)->log, "%s?; ", sm_question_name((sm_question)question));
	return ++of(d)->next;
}

static void on_touch(sc_data *d, int place)
{
	sb_addf(&of(d)->log, "touch %d; ", place);
}

static void on_write(sc_data *d, const char *text)
{
	sb_addf(&of(d)->log, "'%s'; ", text);
}

static void on_reinit(void *run, int state, int scalar, double value)
{
	(void)scalar;
	sb_addf(&((played *)run)->log, "x%d := %g; ", state, value);
}

static const sc_hooks hooks = {.act = on_act,
							   .hold = on_hold,
							   .until = on_until,
							   .start = on_start,
							   .insert = on_insert,
							   .take = on_take,
							   .draw = on_draw,
							   .ask = on_ask,
							   .touch = on_touch,
							   .write = on_write,
							   .reinit = on_reinit};

static void compiled(bench *b, played *p, int optimise)
{
	analyse(b);
	b->program = sc_compile(b->plan, &(sc_options){ optimise });
	if (!b->program)
		show_messages(b);
	assert_non_null(b->program);
	b->d = sc_data_new(b->program, b->diag);
	sc_set_hooks(b->d, &hooks, p);
	begin(b);
}

static sc_activation *activation(bench *b, uint32_t r)
{
	sc_activation *a = sb_alloc(b->arena, sizeof *a + b->plan->routine_code.at[r].slots * sizeof(sc_slot));
	memset(a, 0x5a, sizeof *a + b->plan->routine_code.at[r].slots * sizeof(sc_slot));
	a->at = 0;
	a->routine = (int)r;
	return a;
}

static int go_on(bench *b, sc_activation *a)
{
	return sc_functions_of(b->program)->routines[a->routine](b->d, a);
}

static void expect(played *p, const char *text)
{
	assert_string_equal(p->log.at ? p->log.at : "", text);
	p->log.n = 0;
	if (p->log.at)
		p->log.at[0] = 0;
}

static void ended(bench *b, played *p)
{
	sb_text_free(&p->log);
	bench_free(b);
}

#endif
