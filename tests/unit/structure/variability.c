/* Which conditions are watched: every operator with every pair of arguments, each a thing that moves or one that
 * changes at events only. The answer is known from the arguments: b = op(a1, a2) > 1.5 has a watch exactly if one of
 * them moves. */
#include "interpret.h"

enum kind {
	LITERAL,
	PARAMETER,
	REAL,
	INTEGER,
	PRE_REAL,
	PRE_INTEGER,
	PRE_STATE,
	CHOICE,
	STILL_DELAY,
	DELAY_OF_STILL, /* these stand still */
	STATE,
	TIME,
	COMPUTED,
	RATE,
	DELAY,
	VARIABLE_DELAY,
	STILL,
	KINDS
};
static const char *const NAMES[] = {"3",
									"p",
									"d",
									"k",
									"pre(d)",
									"pre(k)",
									"pre(x)",
									"if pre(b) then 2 else p",
									"delay(d, 0.1)",
									"delay(s, 0.1)",
									"x",
									"time",
									"y",
									"der(x)",
									"delay(x, 0.1)",
									"delay(d, x)",
									"s"};

/* A Real that is computed from what changes at events only moves as far as a condition is concerned: its latch cuts a
 * loop through it. */
static bool moves(enum kind kind)
{
	return kind >= STATE;
}

typedef struct world { fixture f; sx_ref x, y, p, d, k, b, s; } world;

static void tick(world *w, sx_ref target, sx_ref value)
{
	fixture *f = &w->f;
	sx_ref args[] = { num(f, 0), num(f, 1) };
	sm_equation *q = sm_equation_new(f->m, SM_WHEN, (sb_span){0}, ""),
				*e = sm_equation_new(f->m, SM_EQUAL, (sb_span){0}, "");
	sm_branch branch = { .condition = sx_make(f->p, SX_SAMPLE, SX_BOOLEAN, 1, args, 2) };

	e->lhs = target;
	e->rhs = value;
	sb_push(f->arena, branch.body, e);
	sb_push(f->arena, q->branches, branch);
	sb_push(f->arena, f->m->equations, q);
}

static world begin_world(void)
{
	world w = { .f = begin() };
	fixture *f = &w.f;

	w.x = real(f, "x");
	w.y = real(f, "y");
	w.s = real(f, "s");
	w.p = parameter(f, "p", 0.7);
	w.d = variable(f, "d", SX_REAL, SM_DISCRETE);
	w.k = variable(f, "k", SX_INTEGER, SM_DISCRETE);
	w.b = variable(f, "b", SX_BOOLEAN, SM_DISCRETE);
	set_start(f, w.x, 1, true);
	eq(f, der(f, w.x), neg(f, w.x));
	eq(f, w.y, mul(f, w.x, w.x));
	eq(f, w.s, mul(f, num(f, 2), w.d));
	tick(&w, w.d, add(f, pre(f, w.d), num(f, 1)));
	tick(&w, w.k, sx_binary(f->p, SX_ADD, pre(f, w.k), sx_int(f->p, 1)));
	tick(&w, w.b, sx_unary(f->p, SX_NOT, pre(f, w.b)));
	return w;
}

static sx_ref delayed(world *w, sx_ref e, sx_ref by, uint32_t site)
{
	sx_ref args[] = { e, by, num(&w->f, 5) };
	return sx_make(w->f.p, SX_DELAY, SX_REAL, site, args, 3);
}

static sx_ref argument(world *w, enum kind kind)
{
	fixture *f = &w->f;

	switch (kind) {
	case LITERAL: return num(f, 3);
	case PARAMETER: return w->p;
	case REAL: return w->d;
	case INTEGER: return w->k;
	case PRE_REAL: return pre(f, w->d);
	case PRE_INTEGER: return pre(f, w->k);
	case PRE_STATE: return pre(f, w->x);
	case CHOICE: return sx_if(f->p, pre(f, w->b), num(f, 2), w->p);
	case STILL_DELAY: return delayed(w, w->d, num(f, 0.1), 1);
	case DELAY_OF_STILL: return delayed(w, w->s, num(f, 0.1), 2);
	case STATE: return w->x;
	case TIME: return sx_time(f->p);
	case COMPUTED: return w->y;
	case RATE: return der(f, w->x);
	case DELAY: return delayed(w, w->x, num(f, 0.1), 3);
	case VARIABLE_DELAY: return delayed(w, w->d, w->x, 4);
	default: return w->s;
	}
}

static uint32_t function_of_two(world *w)
{
	sm_function *g = sb_new(w->f.arena, sm_function);

	g->name = "g";
	g->args = 2;
	g->results = 1;
	for (uint32_t i = 0; i < 3; i++) {
		sm_local l = { .name = i == 0 ? "u" : i == 1 ? "v" : "y", .type = SX_REAL, .role = i < 2 ? SM_ARG : SM_RESULT };
		sb_push(w->f.arena, g->locals, l);
	}
	sb_push(w->f.arena, w->f.m->functions, g);
	return w->f.m->functions.n - 1;
}

/* An expression of two arguments; unary operators are put around the first, and the second is added. */
static sx_ref apply(world *w, sx_op op, sx_ref a, sx_ref b)
{
	sx_pool *p = w->f.p;
	sx_ref args[] = { sx_cast(p, a, SX_REAL), sx_cast(p, b, SX_REAL) };

	switch (op) {
	case SX_CALL: return sx_call(p, function_of_two(w), SX_REAL, args, 2);
	case SX_IF: return sx_if(p, pre(&w->f, w->b), args[0], args[1]);
	case SX_HOMOTOPY:
	case SX_ADD:
	case SX_SUB:
	case SX_MUL:
	case SX_DIV:
	case SX_POW:
	case SX_ATAN2:
	case SX_MIN:
	case SX_MAX:
	case SX_QUOT: case SX_MOD: case SX_REM:
		return sx_binary(p, op, args[0], args[1]);
	case SX_AND:                     /* relations inside of it are latched, and the choice between them */
		return sx_if(p, sx_binary(p, op, sx_binary(p, SX_GT, args[0], args[1]), pre(&w->f, w->b)), num(&w->f, 1),
					 num(&w->f, 2));
	default: return add(&w->f, sx_cast(p, sx_unary(p, op, args[0]), SX_REAL), args[1]);
	}
}

static const sx_op OPS[] = {SX_NEG,  SX_ADD,  SX_SUB,  SX_MUL,   SX_DIV,      SX_POW,        SX_SIN,
							SX_COS,  SX_TAN,  SX_ASIN, SX_ACOS,  SX_ATAN,     SX_ATAN2,      SX_SINH,
							SX_COSH, SX_TANH, SX_EXP,  SX_LOG,   SX_LOG10,    SX_SQRT,       SX_ABS,
							SX_SIGN, SX_MIN,  SX_MAX,  SX_FLOOR, SX_CEIL,     SX_INTEGER_OF, SX_QUOT,
							SX_MOD,  SX_REM,  SX_IF,   SX_AND,   SX_HOMOTOPY, SX_CALL};

static uint32_t watches(const ss_plan *plan, bool *on_time)
{
	uint32_t count = 0;

	*on_time = false;
	for (uint32_t i = 0; i < plan->watches.n; i++) {
		count += !plan->watches.at[i].initial_only;
		*on_time = *on_time || (!plan->watches.at[i].initial_only && plan->watches.at[i].time_only);
	}
	return count;
}

static void look_at(sx_op op, enum kind a, enum kind b)
{
	world w = begin_world();
	sx_ref e = apply(&w, op, argument(&w, a), argument(&w, b)), c = variable(&w.f, "c", SX_BOOLEAN, SM_DISCRETE);
	bool on_time,
		expected = moves(a) || (moves(b) && op != SX_HOMOTOPY); /* in the run homotopy is its first argument */

	eq(&w.f, c, sx_binary(w.f.p, SX_GT, e, num(&w.f, 1.5)));
	uint32_t found = watches(analyse(&w.f), &on_time);
	if ((found > 0) != expected)
		fail_msg("%s of %s and %s: %u watches", sx_op_name(op), NAMES[a], NAMES[b], found);
	/* beside time there is nothing that moves in it */
	bool others = (moves(a) && a != TIME) || (moves(b) && b != TIME && op != SX_HOMOTOPY);
	if (on_time && (!expected || others) && op != SX_FLOOR && op != SX_CEIL && op != SX_INTEGER_OF)
		fail_msg("%s of %s and %s is said to depend on time alone", sx_op_name(op), NAMES[a], NAMES[b]);
	end(&w.f);
}

static void test_every_operator(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof OPS / sizeof *OPS; i++)
		for (int a = 0; a < KINDS; a++)
			for (int b = 0; b < KINDS; b++)
				look_at(OPS[i], (enum kind)a, (enum kind)b);
}

/* A condition on time alone: affine in time, with everything else standing still. Whatever moves makes it one that is
 * searched for. */
static void test_on_time(void **state)
{
	(void)state;
	for (int k = 0; k < KINDS; k++) {
		world w = begin_world();
		sx_ref c = variable(&w.f, "c", SX_BOOLEAN, SM_DISCRETE),
			   factor = mul(&w.f, pre(&w.f, w.k), argument(&w, (enum kind)k));
		bool on_time;
		eq(&w.f, c, sx_binary(w.f.p, SX_GE, sx_time(w.f.p), factor));
		assert_int_equal(watches(analyse(&w.f), &on_time), 1);
		if (on_time != (!moves((enum kind)k) || k == TIME))
			fail_msg("time >= pre(k)*(%s): %s", NAMES[k], on_time ? "on time alone" : "searched for");
		end(&w.f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_operator), cmocka_unit_test(test_on_time) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
