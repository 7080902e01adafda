/* Units: those that the description defines, and those that models have. */
#include "couple/system/ssd.h"

#include <math.h>
#include <string.h>

#include "model/unit/unit.h"

static const char *const bases[8] = {"m", "kg", "s", "A", "K", "mol", "cd", "rad"};

void cp_read_units(cp_reader *r, const sb_xml_node *list)
{
	for (const sb_xml_node *n = list ? list->first : NULL; n; n = n->next) {
		const sb_xml_node *base = cp_child(n, "BaseUnit");
		cp_unit u = {.name = sb_xml_value(n, "name"), .factor = 1};
		if (!cp_is(n, "Unit") || !u.name || !base)
			continue;
		cp_real(r->s, base, "factor", 1, &u.factor);
		cp_real(r->s, base, "offset", 0, &u.offset);
		for (uint32_t k = 0; k < 8; k++)
			cp_real(r->s, base, bases[k], 0, &u.power[k]);
		sb_push(r->s->arena, r->units, u);
	}
}

/* Angles are numbers, as models have them. */
static bool find(const cp_reader *r, const char *name, cp_unit *out)
{
	sm_unit unit;
	size_t at;
	for (uint32_t i = 0; i < r->units.n; i++)
		if (strcmp(r->units.at[i].name, name) == 0) {
			*out = r->units.at[i];
			return true;
		}
	if (sm_unit_read(name, &unit, &at) != SM_UNIT_GOOD)
		return false;
	*out = (cp_unit){.name = name, .factor = unit.factor};
	memcpy(out->power, unit.power, sizeof unit.power);
	if (unit.offset) {
		double factor, offset;
		if (!sm_unit_shown(name, "K", &factor, &offset))
			return false;
		out->factor = factor;
		out->offset = offset;
	}
	return true;
}

bool cp_convert(const cp_reader *r, const char *from, const char *to, double *factor, double *offset)
{
	cp_unit a, b;
	*factor = 1;
	*offset = 0;
	if (!*from || !*to || strcmp(from, to) == 0)
		return true;
	if (!find(r, from, &a) || !find(r, to, &b))
		return false;
	for (uint32_t k = 0; k < 7; k++)
		if (fabs(a.power[k] - b.power[k]) > 1e-9)
			return false;
	*factor = a.factor / b.factor;
	*offset = (a.offset - b.offset) / b.factor;
	return true;
}
