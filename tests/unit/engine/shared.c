/* What modes have in common is expanded once (structure/analyse/shared.c), and what is open in a mode is guessed from
 * others. The plan of a mode is the same with and without, and whatever was guessed: so is the C text that is made of
 * it. */
#include "unit/engine/trial.h"
#include "code/code.h"
#include "study/study.h"

/* The C text of a mode, or its messages. */
static sb_text text_of(const sm_model *model, const ss_mode *mode)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	sb_text text = {0};
	sb_diag_share(diag, model->diag);
	ss_plan *plan = ss_analyse_mode(arena, model, mode, false, diag);
	if (plan)
		sc_generate(plan, &text);
	else
		sb_render(diag, 0, false, &text);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return text;
}

static uint32_t all_modes_alike(const char *model)
{
	trial t = load(model);
	const ss_plan *first = sc_plan(t.model->program);
	static const sx_givens none = {0};
	uint16_t branch[8] = {0};
	uint32_t n = first->switches.n, with = 0;
	assert_in_range(n, 1, 8);
	ss_mode mode = {.count = n, .branch = branch, .given = &none};
	ss_shared *shared = ss_shared_new(first->source, &mode);
	for (uint32_t k = 0; k < 1u << n; k++) {
		for (uint32_t i = 0; i < n; i++)
			branch[i] = k >> i & 1;
		mode.shared = NULL;
		sb_text alone = text_of(first->source, &mode);
		mode.shared = shared;
		sb_text together = text_of(first->source, &mode);
		assert_string_equal(alone.at, together.at);
		with += shared != NULL;
		for (mode.open = SS_OPEN_APART; mode.open <= SS_OPEN_HOLD; mode.open++) {
			sb_text guessed = text_of(first->source, &mode);
			assert_string_equal(alone.at, guessed.at);
			sb_text_free(&guessed);
		}
		mode.open = SS_OPEN_LOOK;
		sb_text_free(&alone);
		sb_text_free(&together);
	}
	ss_shared_free(shared);
	done(&t);
	return with;
}

/* A bridge of four diodes in two arrays, with a capacitor and a load. */
static void a_network_in_arrays(void **state)
{
	(void)state;
	assert_int_equal(
		all_modes_alike(
			"model M connector P Real v; flow Real i; end P;"
			"model D P p, n; Real v, i; Boolean on(start = false, fixed = true); equation v = p.v - n.v; i = p.i; p.i "
			"+ n.i = 0;"
			"on = if pre(on) then i >= 0 else v > 0; if on then v = 0; else i = 0; end if; end D;"
			"model S P p, n; parameter Real R = 1; equation p.v - n.v = sin(time) + R*p.i; p.i + n.i = 0; end S;"
			"model C P p, n; Real u(start = 0, fixed = true); equation u = p.v - n.v; der(u) = p.i - u; p.i + n.i = 0; "
			"end C;"
			"model G P p; equation p.v = 0; end G; D a[2], b[2]; S s; C c; G g;"
			"equation connect(s.p, a[1].p); connect(s.n, a[2].p); connect(b[1].n, a[1].p); connect(b[2].n, a[2].p); "
			"connect(g.p, c.n);"
			"for k in 1:2 loop connect(a[k].n, c.p); connect(b[k].p, c.n); end for; end M;"),
		16);
}

/* When-clauses have hidden variables. */
static void clauses(void **state)
{
	(void)state;
	assert_int_equal(
		all_modes_alike(
			"model M Real x(start = 1, fixed = true), y(start = 2, fixed = true), f[3], v, i, w, j; Integer n(start = "
			"0, fixed = true);"
			"Boolean closed = time > 1, other = x < 0.5; equation der(x) = -f[1]; der(y) = i - f[2]; for k in 1:3 loop "
			"f[k] = k*x + v; end for;"
			"v + i = y; w + 2*j = x; if closed then v = 0; else i = 0; end if; if other then w = 0; else j = 0; end if;"
			"when x < 0.7 then n = pre(n) + 1; end when; when sample(0, 0.1) then reinit(y, 1); end when; end M;"),
		4);
}

/* Families that stay whole: nothing is shared, and nothing differs. */
static void whole_families(void **state)
{
	(void)state;
	all_modes_alike("model M parameter Integer n = 200; Real T[n](each start = 1, each fixed = true), v, i; equation "
					"for k in 2:n-1 loop der(T[k]) = T[k - 1] - 2*T[k] + T[k + 1]; end for; der(T[1]) = v; der(T[n]) = "
					"-T[n]; v = 1 - i;"
					"if time > 1 then v = 0; else i = 0; end if; end M;");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_network_in_arrays),
		cmocka_unit_test(clauses),
		cmocka_unit_test(whole_families),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
