/* Domains: which variable of a connector is the effort of a bond, and which the flow. Units tell; where there are none,
 * the names that everybody uses. */
#include "bond/ground/bond_ground.h"

#include <string.h>

typedef enum across { EFFORT, FLOW, DISPLACEMENT } across;
typedef struct kind_of_pin {
	const char *potential, *flow;    /* units */
	const char *potential_name, *flow_name;
	bg_domain domain;
	across is;                       /* what the potential is */
} kind_of_pin;

static const kind_of_pin kinds[] = {
	{"V", "A", "v", "i", BG_ELECTRICAL, EFFORT},
	{"rad", "N.m", "phi", "tau", BG_ROTATIONAL, DISPLACEMENT},
	{"rad/s", "N.m", "w", "tau", BG_ROTATIONAL, FLOW},
	{"m", "N", "s", "f", BG_TRANSLATIONAL, DISPLACEMENT},
	{"m/s", "N", "v", "f", BG_TRANSLATIONAL, FLOW},
	{"K", "W", "T", "Q_flow", BG_THERMAL, EFFORT},
	{"K", "W/K", "T", "S_flow", BG_THERMAL, EFFORT},
	{"Pa", "m3/s", "p", "q", BG_HYDRAULIC, EFFORT},
	{"Pa", "kg/s", "p", "m_flow", BG_HYDRAULIC, EFFORT},
	{NULL, NULL, "e", "f", BG_GENERAL, EFFORT},
};

static const char *last_part(const char *name)
{
	const char *dot = strrchr(name, '.');
	return dot ? dot + 1 : name;
}

static bool same(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

static bool has_unit(const sm_variable *v)
{
	return v->unit && *v->unit && strcmp(v->unit, "1") != 0;
}

static const kind_of_pin *kind_of(const sm_variable *potential, const sm_variable *flow)
{
	static const kind_of_pin other = {.domain = BG_GENERAL, .is = EFFORT};
	bool units = has_unit(potential) || has_unit(flow);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const kind_of_pin *k = &kinds[i];
		if (units ? same(k->potential, potential->unit) && same(k->flow, flow->unit) :
			same(k->potential_name, last_part(potential->name)) && same(k->flow_name, last_part(flow->name)))
			return k;
	}
	return &other;
}

bg_domain bg_domain_of(const sm_variable *potential, const sm_variable *flow)
{
	return kind_of(potential, flow)->domain;
}

bool bg_is_flow_domain(bg_domain d)
{
	return d == BG_ROTATIONAL || d == BG_TRANSLATIONAL;
}

bool bg_potential_is_flow(const sm_variable *potential, const sm_variable *flow)
{
	return kind_of(potential, flow)->is == FLOW;
}

/* The product of effort and flow is a power but for heat flow and mass flow. */
bool bg_is_pseudo(const sm_variable *flow)
{
	return same(flow->unit, "W") || same(flow->unit, "kg/s");
}

const char *bg_domain_name(bg_domain domain)
{
	static const char *const names[BG_DOMAINS] = {"general", "electrical", "rotational", "translational", "thermal",
		"hydraulic"};
	return names[domain];
}
