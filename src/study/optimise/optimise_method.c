/* The methods of NLopt that there are, and which one is taken. */
#include "study/optimise/optimise_inside.h"
#include <nlopt.h>
#include <string.h>

static const st_method methods[] = {
	{"slsqp", NLOPT_LD_SLSQP, true, false, true, true},
	{"bobyqa", NLOPT_LN_BOBYQA, false, false, false, false},
	{"cobyla", NLOPT_LN_COBYLA, false, false, true, true},
	{"sbplx", NLOPT_LN_SBPLX, false, false, false, false},
	{"mma", NLOPT_LD_MMA, true, false, true, false},
	{"crs", NLOPT_GN_CRS2_LM, false, true, false, false},
	{"isres", NLOPT_GN_ISRES, false, true, true, true},
	{"direct", NLOPT_GN_DIRECT_L, false, true, false, false},
};
enum { METHODS = sizeof methods / sizeof *methods };

const char *const *st_optimise_methods(void)
{
	static const char *const names[] = {"auto", "slsqp", "bobyqa", "cobyla", "sbplx", "mma", "crs", "isres", "direct",
										NULL};
	return names;
}

const st_method *st_method_called(const char *name)
{
	for (int i = 0; i < METHODS; i++)
		if (strcmp(methods[i].name, name) == 0)
			return &methods[i];
	return NULL;
}

/* The quadratic models of BOBYQA need two parameters. */
const st_method *st_free_method(const st_optimise *o)
{
	return st_method_called(o->constraints || o->count < 2 ? "cobyla" : "bobyqa");
}

static bool refuse(st_optimise *o, const char *method, const char *what, const char *help)
{
	sb_help(sb_report(o->diag, SB_ERROR, "U0911", (sb_span){0}, "the method %s %s", method, what), "%s", help);
	return false;
}

bool st_method_fits(st_optimise *o)
{
	const st_method *m = o->request.method ? st_method_called(o->request.method) : NULL;
	if (!m)
		return true;
	bool equations = false;
	for (uint32_t i = 0; i < o->constraints; i++)
		equations = equations || st_measure_is_equation(o->measures, i + 1);
	if (o->constraints && !m->constraints)
		return refuse(o, m->name, "knows bounds, but no constraints", m->everywhere
						  ? "isres takes them and looks everywhere, cobyla and slsqp look near the start"
						  : "cobyla and slsqp take them, and isres, which looks everywhere");
	if (equations && !m->equations)
		return refuse(o, m->name, "knows no constraints that are equations", "slsqp, cobyla and isres take them");
	if (strcmp(m->name, "bobyqa") == 0 && o->count < 2)
		return refuse(o, m->name, "needs two parameters or more", "cobyla, sbplx and slsqp take one");
	return true;
}

/* The steps of differences are known, if they are needed. */
void st_choose_method(st_optimise *o, bool smooth)
{
	const char *wanted = o->request.method;
	st_optimising *x = o->inside;
	if (wanted && strcmp(wanted, "auto") != 0) {
		x->method = st_method_called(wanted);
		o->why = "as asked for";
	} else if (smooth) {
		x->method = st_method_called("slsqp");
		o->why = "the cost is smooth at the start";
	} else {
		x->method = st_free_method(o);
		o->why = x->rough ? sb_printf(o->arena, "the cost is not smooth along '%s' at the start", x->rough)
						  : "whether the cost is smooth was not seen";
	}
	o->method = x->method->name;
	if (x->method->slopes && x->rough)
		sb_help(sb_report(o->diag, SB_WARNING, "U0912", (sb_span){0},
						  "the cost, or a constraint, does not change smoothly along '%s' at the start", x->rough),
				"%s follows slopes, which mislead it there; %s needs none", x->method->name, st_free_method(o)->name);
}
