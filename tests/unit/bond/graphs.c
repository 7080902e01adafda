/* Bond graphs made by hand: the two rules of simplification, and causality as textbooks have it. */
#include <string.h>

#include "unit/unit.h"
#include "bond/ground/bond_ground.h"

typedef struct place { sb_arena *arena; sb_diag *diag; bg_graph g; } place;

static void begin(place *p)
{
	*p = (place){.arena = sb_arena_new(), .diag = sb_diag_new()};
	sm_model *model = sm_model_new(p->arena, sb_names_new(p->arena), p->diag, "Hand");
	p->g = (bg_graph){.arena = p->arena, .model = model, .work = model, .diag = p->diag,
		.rates = sb_map_new(p->arena), .integrals = sb_map_new(p->arena), .stands = sb_map_new(p->arena)};
}

static void end(place *p)
{
	sb_diag_free(p->diag);
	sb_arena_free(p->arena);
}

static uint32_t element(place *p, bg_kind kind, const char *name)
{
	uint32_t node = bg_add_node(&p->g, kind, name, NULL);
	for (uint32_t i = 0; i < (kind == BG_TF || kind == BG_GY ? 2u : 1u); i++)
		bg_add_port(&p->g, node, (bg_port){.effort = bg_symbol(&p->g, sb_printf(p->arena, "%s.e%u", name, i)),
					.flow = bg_symbol(&p->g, sb_printf(p->arena, "%s.f%u", name, i)), .domain = BG_GENERAL});
	return node;
}

static void out_of(place *p, uint32_t junction, uint32_t node, uint32_t port)
{
	bg_join(&p->g, junction, UINT32_MAX, node, port, BG_GENERAL);
}

static void into(place *p, uint32_t node, uint32_t port, uint32_t junction)
{
	bg_join(&p->g, node, port, junction, UINT32_MAX, BG_GENERAL);
}

static const bg_node *named(const place *p, const char *name)
{
	for (uint32_t i = 0; i < p->g.nodes.n; i++)
		if (p->g.nodes.at[i].name && strcmp(p->g.nodes.at[i].name, name) == 0)
			return &p->g.nodes.at[i];
	return NULL;
}

/* Se -> 1 -> 0 -> C with a 1 of two bonds between: the 1 goes by rule I, two 0 in a row become one by rule II. */
static void rules(void **state)
{
	(void)state;
	place p;
	begin(&p);
	uint32_t se = element(&p, BG_SF, "S"), c = element(&p, BG_C, "C"), r = element(&p, BG_R, "R");
	uint32_t a = bg_add_junction(&p.g, BG_ONE, NULL), b = bg_add_junction(&p.g, BG_ZERO, NULL);
	uint32_t d = bg_add_junction(&p.g, BG_ZERO, NULL);
	into(&p, se, 0, a);
	bg_join(&p.g, a, UINT32_MAX, b, UINT32_MAX, BG_GENERAL);
	bg_join(&p.g, b, UINT32_MAX, d, UINT32_MAX, BG_GENERAL);
	out_of(&p, b, c, 0);
	out_of(&p, d, r, 0);
	bg_simplify(&p.g);
	assert_int_equal(p.g.nodes.n, 4);
	assert_int_equal(p.g.bonds.n, 3);
	assert_int_equal(named(&p, "j1")->ports.n, 3);
	end(&p);
}

/* Power that does not go straight through keeps its junction: both bonds go out. */
static void not_through(void **state)
{
	(void)state;
	place p;
	begin(&p);
	uint32_t i = element(&p, BG_I, "I"), c = element(&p, BG_C, "C"), j = bg_add_junction(&p.g, BG_ONE, NULL);
	out_of(&p, j, i, 0);
	out_of(&p, j, c, 0);
	bg_simplify(&p.g);
	assert_int_equal(p.g.nodes.n, 3);
	bg_assign_causality(&p.g);
	assert_true(p.g.causal);
	assert_false(named(&p, "I")->dependent);
	assert_false(named(&p, "C")->dependent);
	end(&p);
}

/* Two inertias on one flow: the second depends on the first. Over a transformer it does, over a gyrator it does not. */
static void dependent(void **state)
{
	(void)state;
	for (int way = 0; way < 3; way++) {
		place p;
		begin(&p);
		uint32_t se = element(&p, BG_SE, "S"), one = element(&p, BG_I, "I1"), two = element(&p, BG_I, "I2");
		uint32_t j = bg_add_junction(&p.g, BG_ONE, NULL);
		into(&p, se, 0, j);
		out_of(&p, j, one, 0);
		if (way == 0) {
			out_of(&p, j, two, 0);
		} else {
			uint32_t t = element(&p, way == 1 ? BG_TF : BG_GY, "T");
			out_of(&p, j, t, 0);
			bg_join(&p.g, t, 1, two, 0, BG_GENERAL);
		}
		bg_simplify(&p.g);
		bg_assign_causality(&p.g);
		assert_true(p.g.causal);
		assert_false(named(&p, "I1")->dependent);
		assert_int_equal(named(&p, "I2")->dependent, way < 2);
		end(&p);
	}
}

/* Two efforts on one 0-junction contradict each other; an effort and a flow do not. */
static void conflict(void **state)
{
	(void)state;
	for (int flow = 0; flow < 2; flow++) {
		place p;
		begin(&p);
		uint32_t a = element(&p, BG_SE, "A"), b = element(&p, flow ? BG_SF : BG_SE, "B"), r = element(&p, BG_R, "R");
		uint32_t j = bg_add_junction(&p.g, BG_ZERO, NULL);
		into(&p, a, 0, j);
		into(&p, b, 0, j);
		out_of(&p, j, r, 0);
		bg_assign_causality(&p.g);
		assert_int_equal(p.g.causal, flow);
		assert_int_equal(p.g.faults.n, flow ? 0 : 1);
		end(&p);
	}
}

/* Ranks and spans of small matrices. */
static void matrices(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	double at[] = {1, 2, 3, 2, 4, 6, 0, 1, 1};
	bg_matrix m = {3, 3, at};
	assert_int_equal(bg_rank(arena, &m), 2);
	assert_true(bg_spans(arena, &m, (double[]){1, 3, 4}));
	assert_false(bg_spans(arena, &m, (double[]){1, 3, 5}));
	sb_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules), cmocka_unit_test(not_through), cmocka_unit_test(dependent), cmocka_unit_test(conflict),
		cmocka_unit_test(matrices),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
