/* Units and types of a description. */
#include "export/fmu/export_fmu.h"
#include "model/unit/unit.h"

#include <math.h>
#include <string.h>

static const sm_variable *declared(const so_fmu *f, const so_variable *v)
{
	const sm_model *m = f->j.m->plan->model;
	return v->of < m->variables.n && so_type_of(f, v) == SO_FLOAT ? sm_var(m, v->of) : NULL;
}

const char *so_unit_of(const so_fmu *f, const so_variable *v)
{
	const sm_variable *d = declared(f, v);
	const char *unit = d && d->unit ? d->unit : "";
	if (v->kind == SO_RATE && *unit)
		unit = sm_unit_of_rate(f->arena, unit);
	return unit ? unit : "";
}

const char *so_display_of(const so_fmu *f, const so_variable *v)
{
	const sm_variable *d = declared(f, v);
	double factor, offset;
	bool shown = v->kind == SO_OF_MODEL && d && d->unit && *d->unit && d->display_unit && *d->display_unit &&
				 strcmp(d->unit, d->display_unit) != 0 && sm_unit_shown(d->unit, d->display_unit, &factor, &offset);
	return shown ? d->display_unit : "";
}

static void put_number(sb_text *out, const char *name, double value, double usual)
{
	if (value == usual)
		return;
	sb_addf(out, " %s=\"", name);
	sb_add_real(out, value);
	sb_addc(out, '"');
}

/* Powers of base units are whole numbers there; a unit that has others, or is not known, has a name only. */
static void put_base(const char *unit, sb_text *out)
{
	static const char *const names[SM_BASE_UNITS] = {"m", "kg", "s", "A", "K", "mol", "cd"};
	sm_unit u;
	size_t at;
	double factor = 1, offset = 0;
	if (sm_unit_read(unit, &u, &at) != SM_UNIT_GOOD)
		return;
	for (int k = 0; k < SM_BASE_UNITS; k++)
		if (u.power[k] != floor(u.power[k]))
			return;
	if (u.offset && !sm_unit_shown(unit, "K", &factor, &offset))
		return;
	sb_add(out, "      <BaseUnit");
	static const int order[SM_BASE_UNITS] = {1, 0, 2, 3, 4, 5, 6};       /* kg m s A K mol cd */
	for (int k = 0; k < SM_BASE_UNITS; k++)
		if (u.power[order[k]] != 0)
			sb_addf(out, " %s=\"%d\"", names[order[k]], (int)u.power[order[k]]);
	if (strcmp(unit, "rad") == 0)
		sb_add(out, " rad=\"1\"");
	put_number(out, "factor", u.offset ? factor : u.factor, 1);
	put_number(out, "offset", offset, 0);
	sb_add(out, "/>\n");
}

static void put_displays(so_fmu *f, const char *unit, sb_text *out)
{
	sb_strings done = {0};
	for (uint32_t k = 0; k < f->variables.n; k++) {
		const so_variable *v = &f->variables.at[k];
		const char *display = so_display_of(f, v);
		bool again = !*display || strcmp(so_unit_of(f, v), unit) != 0;
		for (uint32_t i = 0; i < done.n; i++)
			again = again || strcmp(done.at[i], display) == 0;
		if (again)
			continue;
		double factor = 1, offset = 0;
		sm_unit_shown(unit, display, &factor, &offset);
		sb_push(f->arena, done, display);
		sb_add(out, "      <DisplayUnit name=\"");
		sb_add_xml(out, display);
		sb_addc(out, '"');
		put_number(out, "factor", factor, 1);
		put_number(out, "offset", offset, 0);
		sb_add(out, "/>\n");
	}
}

void so_put_units(so_fmu *f, sb_text *out)
{
	sb_strings done = {0};
	for (uint32_t k = 0; k < f->variables.n; k++) {
		const char *unit = so_unit_of(f, &f->variables.at[k]);
		bool again = !*unit;
		for (uint32_t i = 0; i < done.n && !again; i++)
			again = strcmp(done.at[i], unit) == 0;
		if (again)
			continue;
		sb_add(out, done.n ? "" : "  <UnitDefinitions>\n");
		sb_push(f->arena, done, unit);
		sb_add(out, "    <Unit name=\"");
		sb_add_xml(out, unit);
		sb_add(out, "\">\n");
		put_base(unit, out);
		put_displays(f, unit, out);
		sb_add(out, "    </Unit>\n");
	}
	sb_add(out, done.n ? "  </UnitDefinitions>\n" : "");
}

const char *so_enumeration_name(const so_fmu *f, uint32_t number)
{
	return si_word(f->j.image, f->j.image->enums.at[number].name);
}

static void put_enumeration(so_fmu *f, uint32_t number, sb_text *out)
{
	const si_image *image = f->j.image;
	const si_enum *e = &image->enums.at[number];
	bool three = f->o->version == 3;
	sb_add(out, three ? "    <EnumerationType name=\"" : "    <SimpleType name=\"");
	sb_add_xml(out, so_enumeration_name(f, number));
	sb_add(out, three ? "\">\n" : "\">\n      <Enumeration>\n");
	for (uint32_t k = 0; k < e->literals.n; k++) {
		sb_add(out, three ? "      <Item name=\"" : "        <Item name=\"");
		sb_add_xml(out, si_word(image, image->numbers.at[e->literals.first + k]));
		sb_addf(out, "\" value=\"%u\"/>\n", k + 1);
	}
	sb_add(out, three ? "    </EnumerationType>\n" : "      </Enumeration>\n    </SimpleType>\n");
}

void so_put_types(so_fmu *f, sb_text *out)
{
	bool *done = sb_new_array(f->arena, bool, f->j.image->enums.n + 1), any = false;
	for (uint32_t k = 0; k < f->variables.n; k++) {
		const so_variable *v = &f->variables.at[k];
		if (so_type_of(f, v) != SO_ENUMERATION)
			continue;
		uint32_t number = si_var(f->j.image, v->of)->enumeration - 1;
		if (done[number])
			continue;
		done[number] = true;
		sb_add(out, any ? "" : "  <TypeDefinitions>\n");
		any = true;
		put_enumeration(f, number, out);
	}
	sb_add(out, any ? "  </TypeDefinitions>\n" : "");
}
