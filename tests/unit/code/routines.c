/* Routines as C functions that are left where they wait and entered there again: the services are played by the test,
 * which writes down what it is asked to do. */
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

/* --------------------------------------------------------------------------------------------------- tests */

/* for i in 1:n: for j in 2:-1:1: hold i + 10 j; if i = 2 and j = 1: hold 0.5; k := k + 1.  Two activations with n = 1
 * and n = 2 are at different places of the same text, and each has its own counters. */
static void nested_loops_wait(int optimise)
{
	bench b = empty();
	played p = {0};
	sx_ref i, j, k = discrete(&b, "k", SX_INTEGER);
	uint32_t r = routine(&b, "P", SM_PROCESS);
	sx_ref n = local_of(&b, r, "n", SX_INTEGER, 0, true, 0);
	sm_statements *outer = loop(&b, body(&b, r), whole(&b, 1), n, 0, &i);
	sm_statements *inner = loop(&b, outer, whole(&b, 2), whole(&b, 1), whole(&b, -1), &j);
	hold(&b, inner, op2(&b, SX_ADD, i, op2(&b, SX_MUL, whole(&b, 10), j)));
	sx_ref special = op2(&b, SX_AND, op2(&b, SX_EQ, i, whole(&b, 2)), op2(&b, SX_EQ, j, whole(&b, 1)));
	hold(&b, branch(&b, stmt(&b, inner, SM_IF_DO), special), num(&b, 0.5));
	put(&b, inner, k, op2(&b, SX_ADD, k, whole(&b, 1)));
	compiled(&b, &p, optimise);
	sc_activation *one = activation(&b, r), *two = activation(&b, r);
	one->slot[0].i = 1;
	two->slot[0].i = 2;
	assert_int_equal(go_on(&b, one), 1);
	assert_int_equal(go_on(&b, two), 1);
	assert_int_equal(go_on(&b, two), 1);
	expect(&p, "0:hold 21; 0:hold 21; 0:hold 11; ");
	assert_int_equal(go_on(&b, one), 1);
	assert_int_equal(go_on(&b, one), 0);
	assert_int_equal(go_on(&b, two), 1);
	assert_int_equal(go_on(&b, two), 1);
	expect(&p, "0:hold 11; 0:hold 22; 0:hold 12; ");
	assert_int_equal(go_on(&b, two), 1);
	expect(&p, "0:hold 0.5; ");
	assert_true(value(&b, k) == 5);
	assert_int_equal(go_on(&b, two), 0);
	assert_true(value(&b, k) == 6);
	ended(&b, &p);
}

static void loops_in_the_first_tier(void **unused) { (void)unused; nested_loops_wait(0); }
static void loops_in_the_second_tier(void **unused) { (void)unused; nested_loops_wait(2); }

/* for i in 1:n:3 with a hold; the step n is known only in the run. By 2 it holds 1 and 3, by -1 not at all, and a step
 * of zero fails before anything is held. */
static void steps_of_loops_that_wait(void **unused)
{
	(void)unused;
	static const struct { int step; const char *held; bool fails; } cases[] = {
		{ 2, "0:hold 1; 0:hold 3; ", false }, { -1, "", false }, { 0, "", true } };
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		bench b = empty();
		played p = {0};
		sx_ref i;
		uint32_t r = routine(&b, "P", SM_PROCESS);
		sx_ref n = local_of(&b, r, "n", SX_INTEGER, 0, true, 0);
		sm_statements *inner = loop(&b, body(&b, r), whole(&b, 1), whole(&b, 3), n, &i);
		hold(&b, inner, i);
		compiled(&b, &p, 0);
		sc_activation *a = activation(&b, r);
		a->slot[0].i = cases[c].step;
		while (go_on(&b, a) && !b.d->failed)
			continue;
		expect(&p, cases[c].held);
		assert_int_equal(b.d->failed, cases[c].fails);
		ended(&b, &p);
	}
}

/* The draws are 1, 2, 3, ...: u - 2 u, then u^2 + u^2, then a condition that asks, and only the branch that is taken.
 * Equal expressions are one handle, and still are asked for anew. */
static void questions_from_left_to_right(void **unused)
{
	(void)unused;
	bench b = empty();
	played p = {0};
	sx_ref x = discrete(&b, "x", SX_REAL), y = discrete(&b, "y", SX_REAL), z = discrete(&b, "z", SX_REAL),
		   w = discrete(&b, "w", SX_REAL), v = discrete(&b, "v", SX_REAL);
	sm_stream stream = { .name = "s", .count = 1 };
	sb_push(b.arena, b.m->streams, stream);
	uint32_t r = routine(&b, "P", SM_PROCESS);
	sx_ref one = num(&b, 1), ends[2] = { num(&b, 0), num(&b, 1) };
	sx_ref u = sm_ask(b.m, SM_ASK_UNIFORM, 0, 0, ends, 2), e = sm_ask(b.m, SM_ASK_EXPONENTIAL, 0, 0, &one, 1);
	sx_ref length = sm_ask(b.m, SM_ASK_LENGTH, 0, 0, NULL, 0);
	assert_true(u && e && length);
	assert_int_equal(sm_ask(b.m, SM_ASK_UNIFORM, 0, 0, ends, 1), 0);
	put(&b, body(&b, r), x, op2(&b, SX_SUB, u, op2(&b, SX_MUL, num(&b, 2), u)));
	put(&b, body(&b, r), y, op2(&b, SX_ADD, op2(&b, SX_POW, u, num(&b, 2)), op2(&b, SX_POW, u, num(&b, 2))));
	put(&b, body(&b, r), z, sx_if(b.p, op2(&b, SX_GT, u, num(&b, 100)), u, op2(&b, SX_ADD, e, u)));
	put(&b, body(&b, r), w, op2(&b, SX_MUL, num(&b, 0), u));
	put(&b, body(&b, r), v,
		sx_if(b.p, op2(&b, SX_AND, op2(&b, SX_GT, length, whole(&b, 100)), op2(&b, SX_GT, u, num(&b, 0))), e, u));
	compiled(&b, &p, 0);
	assert_int_equal(go_on(&b, activation(&b, r)), 0);
	assert_true(value(&b, x) == 1 - 2 * 2);
	assert_true(value(&b, y) == 3 * 3 + 4 * 4);
	assert_true(value(&b, z) == 6 + 7);
	assert_true(value(&b, w) == 0);
	assert_true(value(&b, v) == 10);
	expect(&p, "uniform; uniform; uniform; uniform; uniform; exponential; uniform; uniform; length?; uniform; ");
	ended(&b, &p);
}

/* Arguments, an array among them, go into the record of the new activation; bindings are evaluated when it begins; a
 * text that was put together while running stays what it is. */
static void arguments_bindings_texts(void **unused)
{
	(void)unused;
	bench b = empty();
	played p = {0};
	sx_ref i, ref = discrete(&b, "ref", SX_INTEGER), sum = discrete(&b, "sum", SX_REAL);
	uint32_t q = routine(&b, "Q", SM_PROCESS), r = routine(&b, "R", SM_PROCESS);
	sx_ref a = local_of(&b, q, "a", SX_REAL, 3, true, 0), s = local_of(&b, q, "s", SX_STRING, 0, true, 0);
	sx_ref twice =
		local_of(&b, q, "twice", SX_REAL, 0, false, op2(&b, SX_MUL, num(&b, 2), element(&b, a, whole(&b, 3))));
	sx_ref spoken = local_of(&b, q, "said", SX_STRING, 0, false, 0);
	hold(&b, body(&b, q), twice);
	put(&b, body(&b, q), spoken, op2(&b, SX_ADD, op2(&b, SX_ADD, s, sx_string(b.p, "!")), spoken));
	hold(&b, body(&b, q), num(&b, 1));
	sm_statements *inner = loop(&b, body(&b, q), whole(&b, 1), whole(&b, 3), 0, &i);
	put(&b, inner, element(&b, a, i), op2(&b, SX_MUL, element(&b, a, i), num(&b, 10)));
	put(&b, inner, sum, op2(&b, SX_ADD, sum, element(&b, a, i)));
	stmt(&b, body(&b, q), SM_WRITE)->value = spoken;
	sm_statement *start = stmt(&b, body(&b, r), SM_START);
	sx_ref three[3] = { num(&b, 1), num(&b, 2), num(&b, 3) };
	start->object = q;
	start->target = ref;
	start->value = num(&b, 7);
	start->absolute = true;
	sb_push(b.arena, start->targets, sx_array(b.p, SX_REAL, (uint32_t[]){ 3 }, 1, three, 3));
	sb_push(b.arena, start->targets, op2(&b, SX_ADD, sx_string(b.p, "n"), sx_to_string(b.p, whole(&b, 5), 0, 0, 0)));
	compiled(&b, &p, 0);
	assert_int_equal(b.plan->routine_code.at[q].args, 4);
	assert_int_equal(b.plan->routine_code.at[q].slots, 6);
	assert_int_equal(go_on(&b, activation(&b, r)), 0);
	expect(&p, "start 0 at 7; ");
	assert_true(value(&b, ref) == 101);
	sc_activation *made = activation(&b, q);
	memcpy(made->slot, p.arguments, 4 * sizeof *made->slot);
	assert_int_equal(go_on(&b, made), 1);
	assert_int_equal(go_on(&b, made), 1);
	for (int k = 0; k < 1000; k++)
		b.d->services->concat(b.d, "other", "texts");
	b.d->services->sweep(b.d);
	assert_int_equal(go_on(&b, made), 0);
	expect(&p, "0:hold 6; 0:hold 1; 'n5!'; ");
	assert_true(value(&b, sum) == 60);
	ended(&b, &p);
}

/* y = 2 x is an equation, z is read by routines alone: x is said to have changed, where it has, and z is stored. */
static void changes_are_said(void **unused)
{
	(void)unused;
	bench b = empty();
	played p = {0};
	sx_ref x = discrete(&b, "x", SX_REAL), z = discrete(&b, "z", SX_REAL), y = variable(&b, "y%d", 1);
	equation(&b, y, op2(&b, SX_MUL, num(&b, 2), x));
	uint32_t size = 3, u = sm_add_variable(b.m, "u", SX_INTEGER, &size, 1);
	sm_edit(b.m, u)->variability = SM_DISCRETE;
	equation(&b, variable(&b, "v%d", 1), op2(&b, SX_MUL, num(&b, 1.5), sx_cast(b.p, sm_ref_at(b.m, u, 2), SX_REAL)));
	uint32_t r = routine(&b, "P", SM_PROCESS);
	sx_ref k = local_of(&b, r, "k", SX_INTEGER, 0, true, 0);
	put(&b, body(&b, r), x, num(&b, 4));
	put(&b, body(&b, r), x, num(&b, 4));
	put(&b, body(&b, r), z, y);
	put(&b, body(&b, r), element(&b, sm_ref(b.m, u), k), whole(&b, 9));
	compiled(&b, &p, 0);
	sc_activation *a = activation(&b, r);
	a->slot[0].i = 3;
	assert_int_equal(go_on(&b, a), 0);
	ss_place px = ss_place_of_leaf(b.plan, x), pu = ss_place_of(b.plan, sm_var(b.m, u)->first + 2);
	expect(&p, sb_printf(b.arena, "touch %u; touch %u; ", ss_place_key(b.plan, px), ss_place_key(b.plan, pu)));
	assert_true(sc_scalar_value(b.d, sm_var(b.m, u)->first + 2) == 9);
	sc_activation *wrong = activation(&b, r);
	wrong->slot[0].i = 4;
	assert_int_equal(go_on(&b, wrong), 1);
	assert_true(b.d->failed);
	assert_true(b.plan->routine_code.at[r].continuous == false);
	ended(&b, &p);
}

/* What is waited for: x > 3 moves with time, n > k and a local does not. */
static void conditions_are_known(void **unused)
{
	(void)unused;
	bench b = empty();
	played p = {0};
	sx_ref x = variable(&b, "x%d", 1), n = discrete(&b, "n", SX_INTEGER);
	equation(&b, sx_unary(b.p, SX_DER, x), num(&b, 1));
	uint32_t r = routine(&b, "P", SM_PROCESS);
	sx_ref k = local_of(&b, r, "k", SX_INTEGER, 0, true, 0), i;
	stmt(&b, body(&b, r), SM_WAIT_UNTIL)->condition = op2(&b, SX_GT, x, num(&b, 3));
	sm_statements *inner = loop(&b, body(&b, r), whole(&b, 1), whole(&b, 2), 0, &i);
	stmt(&b, inner, SM_WAIT_UNTIL)->condition = op2(&b, SX_GT, n, k);
	put(&b, inner, n, whole(&b, 0));
	sx_ref length = sm_ask(b.m, SM_ASK_LENGTH, 0, 0, NULL, 0);
	stmt(&b, body(&b, r), SM_WAIT_UNTIL)->condition = op2(&b, SX_EQ, length, whole(&b, 1));
	compiled(&b, &p, 0);
	assert_int_equal(b.plan->waits.n, 3);
	sb_text described = {0};
	ss_describe(b.plan, &described);
	assert_non_null(strstr(described.at, "  processes: P\n  waited for and searched for within steps: x1 > 3\n  waited "
										 "for: a condition of 'P', length("));
	sb_text_free(&described);
	assert_true(b.plan->waits.at[0].moving && !b.plan->waits.at[0].asks && !b.plan->waits.at[0].locals);
	assert_true(!b.plan->waits.at[1].moving && b.plan->waits.at[1].locals && b.plan->waits.at[1].discrete.n == 1);
	assert_int_equal(b.plan->waits.at[1].discrete.at[0], ss_place_key(b.plan, ss_place_of_leaf(b.plan, n)));
	assert_true(b.plan->waits.at[2].asks && !b.plan->waits.at[2].moving);
	assert_true(b.plan->routine_code.at[r].continuous);
	const sc_functions *f = sc_functions_of(b.program);
	sc_activation *a = activation(&b, r);
	a->slot[0].i = 2;
	assert_int_equal(go_on(&b, a), 1);
	expect(&p, "0:until 0; ");
	assert_int_equal(f->wait(b.d, a, 0), 0);
	b.d->x[0] = 3.5;
	assert_int_equal(f->wait(b.d, a, 0), 1);
	assert_int_equal(f->wait(b.d, a, 1), 0);
	b.d->i[ss_place_of_leaf(b.plan, n).index] = 3;
	assert_int_equal(f->wait(b.d, a, 1), 1);
	assert_int_equal(go_on(&b, a), 1);
	assert_int_equal(go_on(&b, a), 1);
	expect(&p, sb_printf(b.arena, "0:until 1; touch %u; 0:until 1; ", b.plan->waits.at[1].discrete.at[0]));
	ended(&b, &p);
}

/* Entries of sets, resources with subscripts, while and break, and the end of an activation by itself. */
static void resources_and_sets(void **unused)
{
	(void)unused;
	bench b = empty();
	played p = {0};
	sx_type types[2] = { SX_REAL, SX_STRING };
	const char *names[2] = { "size", "name" };
	sm_resource set_of_two = {
		.name = "q", .kind = SM_SET, .count = 1, .fields = 2, .field_types = types, .field_names = names};
	sm_resource facility = { .name = "f", .kind = SM_FACILITY, .count = 3, .is_array = true };
	sb_push(b.arena, b.m->resources, set_of_two);
	sb_push(b.arena, b.m->resources, facility);
	sx_ref found = discrete(&b, "found", SX_BOOLEAN), size = discrete(&b, "size", SX_REAL),
		   name = discrete(&b, "name", SX_STRING);
	uint32_t r = routine(&b, "P", SM_PROCESS);
	sx_ref k = local_of(&b, r, "k", SX_INTEGER, 0, false, whole(&b, 1));
	sm_statement *insert = stmt(&b, body(&b, r), SM_INSERT);
	insert->object = 0;
	sb_push(b.arena, insert->targets, num(&b, 2.5));
	sb_push(b.arena, insert->targets, op2(&b, SX_ADD, sx_string(b.p, "a"), sx_string(b.p, "b")));
	for (int turn = 0; turn < 2; turn++) {
		sm_statement *take = stmt(&b, body(&b, r), turn ? SM_TAKE : SM_PEEK);
		take->object = 0;
		take->target = found;
		sb_push(b.arena, take->targets, size);
		sb_push(b.arena, take->targets, name);
	}
	sm_statements *inner = branch(&b, stmt(&b, body(&b, r), SM_WHILE), sx_bool(b.p, true));
	sm_statement *seize = stmt(&b, inner, SM_SEIZE);
	seize->object = 1;
	seize->index = k;
	put(&b, inner, k, op2(&b, SX_ADD, k, whole(&b, 1)));
	stmt(&b, branch(&b, stmt(&b, inner, SM_IF_DO), op2(&b, SX_GT, k, whole(&b, 3))), SM_BREAK);
	sm_statement *last = stmt(&b, body(&b, r), SM_TAKE);
	last->object = 0;
	last->target = found;
	sb_push(b.arena, last->targets, 0);
	sb_push(b.arena, last->targets, 0);
	stmt(&b, body(&b, r), SM_DESTROY);
	stmt(&b, body(&b, r), SM_WRITE)->value = sx_string(b.p, "never");
	sb_text flat = {0};
	sm_print(b.m, true, &flat);
	assert_non_null(strstr(flat.at, "// set q of size, name\n"));
	assert_non_null(strstr(flat.at, "//     seize f[k];\n"));
	sb_text_free(&flat);
	compiled(&b, &p, 0);
	sc_activation *a = activation(&b, r);
	assert_int_equal(go_on(&b, a), 1);
	assert_true(value(&b, found) == 1 && value(&b, size) == 2.5);
	assert_string_equal(sc_scalar_string(b.d, sm_scalar_of(b.m, name)), "ab");
	assert_int_equal(go_on(&b, a), 1);
	assert_int_equal(go_on(&b, a), 1);
	assert_int_equal(go_on(&b, a), 0);
	expect(&p, "insert 0[0] 2.5 ab; 0:seize 1[1] 0 0; 0:seize 1[2] 0 0; 0:seize 1[3] 0 0; 0:destroy 1[0] 0 0; ");
	assert_true(value(&b, found) == 0);
	ended(&b, &p);
}

/* The initial system begins with what is in the place of a variable that routines set, and its left limit is that too.
 */
static void what_was_set_before_holds(void **unused)
{
	(void)unused;
	bench b = empty();
	played p = {0};
	sx_ref h = discrete(&b, "h", SX_REAL), x = variable(&b, "x%d", 1), y = variable(&b, "y%d", 1);
	sm_edit(b.m, sm_find(b.m, "h"))->start = num(&b, 5);
	sm_edit(b.m, sm_find(b.m, "h"))->kept = true;
	equation(&b, sx_unary(b.p, SX_DER, x), h);
	equation(&b, y, op2(&b, SX_ADD, x, sx_unary(b.p, SX_PRE, h)));
	sb_push(b.arena, b.m->initial_equations, sm_equation_new(b.m, SM_EQUAL, (sb_span){0}, ""));
	b.m->initial_equations.at[0]->lhs = x;
	b.m->initial_equations.at[0]->rhs = op2(&b, SX_MUL, num(&b, 10), h);
	uint32_t r = routine(&b, "begin", SM_ONCE);
	put(&b, body(&b, r), h, op2(&b, SX_ADD, h, num(&b, 1)));
	compiled(&b, &p, 0);
	const sc_functions *f = sc_functions_of(b.program);
	f->starts(b.d);
	assert_true(value(&b, h) == 5);
	assert_int_equal(go_on(&b, activation(&b, r)), 0);
	f->initial(b.d);
	assert_true(value(&b, h) == 6 && value(&b, x) == 60 && value(&b, y) == 66);
	ended(&b, &p);
}

/* x[k] := 7 k where k is known only then, and a state of its own. */
static void states_are_set_by_number(void **unused)
{
	(void)unused;
	bench b = empty();
	played p = {0};
	uint32_t size = 3, x = sm_add_variable(b.m, "x", SX_REAL, &size, 1);
	for (uint32_t k = 0; k < size; k++)
		equation(&b, sx_unary(b.p, SX_DER, sm_ref_at(b.m, x, k)), num(&b, k));
	uint32_t r = routine(&b, "P", SM_PROCESS);
	sx_ref k = local_of(&b, r, "k", SX_INTEGER, 0, true, 0);
	sm_statement *s = stmt(&b, body(&b, r), SM_REINIT_DO);
	s->target = element(&b, sm_ref(b.m, x), k);
	s->value = sx_cast(b.p, op2(&b, SX_MUL, whole(&b, 7), k), SX_REAL);
	s = stmt(&b, body(&b, r), SM_REINIT_DO);
	s->target = sm_ref_at(b.m, x, 0);
	s->value = num(&b, -1);
	compiled(&b, &p, 0);
	sc_activation *a = activation(&b, r);
	a->slot[0].i = 3;
	assert_int_equal(go_on(&b, a), 0);
	expect(&p, sb_printf(b.arena, "x%u := 21; x%u := -1; ", ss_place_of(b.plan, sm_var(b.m, x)->first + 2).index,
		ss_place_of(b.plan, sm_var(b.m, x)->first).index));
	ended(&b, &p);
}

/* A process that has begun in one mode goes on in another: its record is the same, the places are those of the mode. */
static void goes_on_in_another_mode(void **unused)
{
	(void)unused;
	bench b = empty();
	played p = {0};
	sx_ref mode = discrete(&b, "mode", SX_INTEGER), x = variable(&b, "x%d", 1), y = variable(&b, "y%d", 1), i;
	sm_equation *choice = sm_equation_new(b.m, SM_IF, (sb_span){0}, "");
	for (int k = 0; k < 2; k++) {
		sm_branch branch = { .condition = k ? 0 : op2(&b, SX_EQ, mode, whole(&b, 0)) };
		sm_equation *q = sm_equation_new(b.m, SM_EQUAL, (sb_span){0}, "");
		q->lhs = sx_unary(b.p, SX_DER, k ? y : x);
		q->rhs = num(&b, 1);
		sb_push(b.arena, branch.body, q);
		q = sm_equation_new(b.m, SM_EQUAL, (sb_span){0}, "");
		q->lhs = k ? x : y;
		q->rhs = num(&b, 5);
		sb_push(b.arena, branch.body, q);
		sb_push(b.arena, choice->branches, branch);
	}
	sb_push(b.arena, b.m->equations, choice);
	uint32_t r = routine(&b, "P", SM_PROCESS);
	sx_ref seen = local_of(&b, r, "seen", SX_REAL, 0, false, 0);
	sm_statements *inner = loop(&b, body(&b, r), whole(&b, 1), whole(&b, 2), 0, &i);
	put(&b, inner, seen,
		op2(&b, SX_ADD, op2(&b, SX_MUL, num(&b, 100), seen), op2(&b, SX_ADD, op2(&b, SX_MUL, num(&b, 10), x), y)));
	put(&b, inner, mode, whole(&b, 1));
	hold(&b, inner, seen);
	inner->at[inner->n - 1]->span = (sb_span){ 1, 77, 78 };
	compiled(&b, &p, 0);
	assert_int_equal(b.plan->switches.n, 1);
	sc_activation *a = activation(&b, r);
	b.d->x[0] = 3;
	sc_functions_of(b.program)->all(b.d);
	assert_int_equal(go_on(&b, a), 1);
	const sc_mode *other = sc_enter(b.program, (uint16_t[]){ 1 }, &(sx_givens){0}, false, b.diag);
	assert_non_null(other);
	sc_data *d = sc_data_new(other->program, b.diag);
	sc_set_hooks(d, &hooks, &p);
	sc_functions_of(other->program)->parameters(d);
	d->x[0] = 4;
	sc_functions_of(other->program)->all(d);
	assert_int_equal(sc_functions_of(other->program)->routines[r](d, a), 1);
	assert_int_equal(sc_functions_of(other->program)->routines[r](d, a), 0);
	sb_text expected = {0};
	sb_addf(&expected, "touch %u; 0:hold 35; touch %u; 0:hold 3554; ",
			ss_place_key(b.plan, ss_place_of_leaf(b.plan, mode)),
			ss_place_key(sc_plan(other->program), ss_place_of(sc_plan(other->program), sm_scalar_of(b.m, mode))));
	expect(&p, expected.at);
	sb_text_free(&expected);
	sb_span here = sc_site_span(b.d, p.site), there = sc_site_span(d, p.site);
	assert_true(here.start == 77 && there.start == 77);        /* the site of a statement is the same in all modes */
	sc_data_free(d);
	ended(&b, &p);
}

/* No variables and no equations: a process alone. And an event of the older kind starts one. */
static void processes_alone(void **unused)
{
	(void)unused;
	bench b = empty();
	played p = {0};
	uint32_t r = routine(&b, "P", SM_PROCESS);
	stmt(&b, body(&b, r), SM_PASSIVATE);
	sm_event e = { .name = "e", .trigger = SM_ON_SCHEDULE };
	stmt(&b, &e.action, SM_START)->object = r;
	sm_statement *observe = stmt(&b, &e.action, SM_OBSERVE);
	observe->value = num(&b, 4);
	sb_push(b.arena, b.m->events, e);
	compiled(&b, &p, 0);
	assert_int_equal(go_on(&b, activation(&b, r)), 0);
	sc_functions_of(b.program)->event(b.d, 0);
	expect(&p, "0:act 0[0] 0 0; start 0 in 0; -1:observe 0[0] 4 0; ");
	ended(&b, &p);
}

static void wrong(bench *b, const char *code)
{
	assert_null(ss_analyse(b->arena, b->m));
	assert_int_equal(sb_errors(b->diag), 1);
	assert_true(said(b, code, ""));
	bench_free(b);
}

/* What must not become code. */
static void mistakes_are_told(void **unused)
{
	(void)unused;
	bench b = empty();
	sx_ref x = discrete(&b, "x", SX_REAL);
	equation(&b, x, sx_time(b.p));
	put(&b, body(&b, routine(&b, "P", SM_PROCESS)), x, num(&b, 1));
	wrong(&b, "S0701");
	b = empty();
	hold(&b, body(&b, routine(&b, "P", SM_HAPPENING)), num(&b, 1));
	wrong(&b, "S0705");
	b = empty();
	x = variable(&b, "x%d", 1);
	equation(&b, sx_unary(b.p, SX_DER, x), num(&b, 1));
	put(&b, body(&b, routine(&b, "P", SM_PROCESS)), x, num(&b, 1));
	wrong(&b, "S0706");
	b = empty();
	x = discrete(&b, "x", SX_REAL);
	sx_ref three[3] = { x, num(&b, 1), num(&b, 1) };
	put(&b, body(&b, routine(&b, "P", SM_PROCESS)), x, sx_make(b.p, SX_DELAY, SX_REAL, 0, three, 3));
	wrong(&b, "S0703");
	b = empty();
	sx_ref mean = num(&b, 1);
	equation(&b, variable(&b, "x%d", 1), sm_ask(b.m, SM_ASK_EXPONENTIAL, 0, 0, &mean, 1));
	wrong(&b, "S0704");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loops_in_the_first_tier),
		cmocka_unit_test(loops_in_the_second_tier), cmocka_unit_test(steps_of_loops_that_wait),
		cmocka_unit_test(questions_from_left_to_right),
		cmocka_unit_test(arguments_bindings_texts),
		cmocka_unit_test(changes_are_said),
		cmocka_unit_test(conditions_are_known),
		cmocka_unit_test(resources_and_sets),
		cmocka_unit_test(what_was_set_before_holds),
		cmocka_unit_test(states_are_set_by_number),
		cmocka_unit_test(goes_on_in_another_mode),
		cmocka_unit_test(processes_alone),
		cmocka_unit_test(mistakes_are_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
