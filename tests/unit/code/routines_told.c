/* Routines: what they tell of changes, conditions and resources; modes; mistakes. */
#include "unit/code/carried.h"

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
		cmocka_unit_test(changes_are_said), cmocka_unit_test(conditions_are_known),
		cmocka_unit_test(resources_and_sets), cmocka_unit_test(what_was_set_before_holds),
		cmocka_unit_test(states_are_set_by_number), cmocka_unit_test(goes_on_in_another_mode),
		cmocka_unit_test(processes_alone), cmocka_unit_test(mistakes_are_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
