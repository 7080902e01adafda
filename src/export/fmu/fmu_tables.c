/* The tables of interface/export_interface.h, and the code of the derivatives. */
#include "export/fmu/export_fmu.h"

#include <math.h>
#include <string.h>

/* Bits of interface/export_interface.h. */
enum { MAY_PARAMETER = 1, MAY_TUNABLE = 2, MAY_INPUT = 4, MAY_DISCRETE = 8, MAY_STARTS = 16 };

typedef struct putting { so_fmu *f; sb_text places, constants; uint32_t place_count, constant_count; } putting;

static void put_place(putting *p, const char *store, bool negated, bool boolean, uint32_t index, uint32_t parameter)
{
	sb_addf(&p->places, "\t{ { %s, %d, %d, 0, %u }, %u },\n", store, negated, boolean, index, parameter);
	p->place_count++;
}

/* Scalars where they are; what has no place is a constant. */
static void put_scalar(putting *p, uint32_t scalar, bool rate)
{
	static const char *const stores[] = {"FMU_CONSTANT", "RT_REAL", "RT_WHOLE", "RT_TEXT", "RT_STATE", "RT_RATE"};
	const si_image *image = p->f->j.image;
	si_place at = si_place_of(image, scalar);
	uint32_t parameter = si_parameter_number(image, scalar);
	bool boolean = si_owner(image, scalar)->type == SI_TYPE_BOOLEAN;
	if (at.store != SI_NOWHERE) {
		put_place(p, rate ? "RT_RATE" : stores[at.store], at.negated, boolean, at.index,
				  parameter == UINT32_MAX ? 0 : parameter + 1);
		return;
	}
	double value = sc_scalar_value(p->f->j.d, scalar);
	put_place(p, "FMU_CONSTANT", false, boolean, p->constant_count++, 0);
	sb_add(&p->constants, "\t");
	if (isfinite(value))
		sb_add_real(&p->constants, value);
	else
		sb_add(&p->constants, isnan(value) ? "NAN" : value > 0 ? "INFINITY" : "-INFINITY");
	sb_add(&p->constants, ",\n");
}

static void put_places(putting *p, const so_variable *v)
{
	if (v->kind == SO_TIME) {
		put_place(p, "FMU_TIME", false, false, 0, 0);
		return;
	}
	if (v->kind == SO_INDICATOR) {
		put_place(p, "FMU_INDICATOR", false, false, v->first, 0);
		return;
	}
	for (uint32_t k = 0; k < v->count; k++)
		put_scalar(p, v->first + k, v->kind == SO_RATE);
}

static unsigned may(const so_variable *v)
{
	unsigned bits = v->variability == SO_DISCRETE ? MAY_DISCRETE : 0;
	return bits | (v->causality == SO_PARAMETER ? MAY_PARAMETER : 0) | (v->variability == SO_TUNABLE ? MAY_TUNABLE
			: 0) |
		   (v->causality == SO_INPUT ? MAY_INPUT : 0) | (v->start != SO_NONE && v->causality != SO_INPUT ? MAY_STARTS
		   		: 0);
}

static void put_variables(putting *p, sb_text *out)
{
	static const char *const types[] = {"FMU_FLOAT", "FMU_INTEGER", "FMU_BOOLEAN", "FMU_STRING", "FMU_ENUMERATION"};
	so_fmu *f = p->f;
	sb_text rows = {0};
	for (uint32_t k = 0; k < f->variables.n; k++) {
		const so_variable *v = &f->variables.at[k];
		if (v->main != k)
			continue;
		uint32_t place = p->place_count, start = 0;
		put_places(p, v);
		if (v->start != SO_NONE) {
			start = p->place_count;
			put_scalar(p, v->start, false);
		}
		sb_addf(&rows, "\t{ %u, %u, %u, %s, %u },  /* %u %s */\n", place, v->count, start, types[so_type_of(f, v)],
				may(v),
				v->reference, strstr(v->name, "*/") ? "" : v->name);
	}
	sb_addf(out, "static const fmu_place places[] = {\n%s};\n\n", p->places.at);
	sb_addf(out, "static const double constants[] = {\n%s};\n\n", p->constants.n ? p->constants.at : "\t0\n");
	sb_addf(out, "static const fmu_variable variables[] = {\n%s};\n\n", rows.at);
	sb_text_free(&rows);
}

static void put_indicators(const so_fmu *f, sb_text *out)
{
	sb_add(out, "static const uint32_t indicators[] = { ");
	for (uint32_t k = 0; k < f->indicators.n; k++)
		sb_addf(out, "%u, ", f->indicators.at[k]);
	sb_add(out, f->indicators.n ? "};\n\n" : "0 };\n\n");
}

/* ---- derivatives */

/* A scalar as a reference and an element. */
static void put_asked(const so_fmu *f, uint32_t variable, uint32_t element, sb_text *out)
{
	sb_addf(out, "\t{ %u, %u },\n", f->variables.at[variable].reference, element);
}

static void put_of_scalar(const so_fmu *f, uint32_t scalar, so_causality causality, sb_text *out)
{
	for (uint32_t k = 0; k < f->variables.n; k++) {
		const so_variable *v = &f->variables.at[k];
		if (v->kind == SO_OF_MODEL && v->causality == causality && scalar >= v->first &&
				scalar < v->first + v->count) {
			put_asked(f, k, scalar - v->first, out);
			return;
		}
	}
}

static void put_state(const so_fmu *f, const uint32_t *by_state, uint32_t state, sb_text *out)
{
	uint32_t first = f->variables.at[f->of_state[state]].state;
	put_asked(f, by_state[state], state - first, out);
}

static void put_pattern(const so_fmu *f, sb_text *out)
{
	const ss_pattern *p = &f->derived->pattern;
	sb_add(out, "static const fmu_scalar derivative_rows[] = {\n");
	for (uint32_t r = 0; r < f->rows.n; r++)
		if (f->rows.at[r].kind == SS_ROW_RATE)
			put_state(f, f->rate_of, f->rows.at[r].number, out);
		else
			put_of_scalar(f, f->rows.at[r].number, SO_OUTPUT, out);
	sb_add(out, "};\n\nstatic const fmu_scalar derivative_columns[] = {\n");
	for (uint32_t c = 0; c < f->columns.n; c++)
		if (f->columns.at[c].kind == SS_COLUMN_STATE)
			put_state(f, f->of_state, c, out);
		else
			put_of_scalar(f, f->columns.at[c].scalar, SO_INPUT, out);
	sb_add(out, "};\n\nstatic const uint32_t derivative_first[] = { ");
	for (uint32_t c = 0; c <= f->columns.n; c++)
		sb_addf(out, "%u,%s", p->column[c], c % 16 == 15 ? "\n\t" : " ");
	sb_add(out, "};\nstatic const uint32_t derivative_entries[] = { ");
	for (uint32_t e = 0; e < p->column[f->columns.n]; e++)
		sb_addf(out, "%u,%s", p->row[e], e % 16 == 15 ? "\n\t" : " ");
	sb_add(out, p->column[f->columns.n] ? "};\n\n" : "0 };\n\n");
}

static void put_sites(const so_fmu *f, sb_text *out)
{
	sb_add(out, "static const rt_site derivative_sites[] = {\n");
	for (uint32_t k = 0; k < f->derivatives.sites.n; k++) {
		sb_add(out, "\t{ \"");
		for (const char *at = so_place_of(&f->j, f->derivatives.sites.at[k].span); *at; at++) {
			if (*at == '"' || *at == '\\')
				sb_addc(out, '\\');
			sb_addc(out, *at);
		}
		sb_add(out, "\", \"\" },\n");
	}
	sb_add(out, f->derivatives.sites.n ? "};\n\n" : "\t{ 0 }\n};\n\n");
}

void so_write_fmu_derivatives(so_fmu *f, const char *body, sb_text *out)
{
	sb_addf(out,
			"/* Made by Saltus " SALTUS_VERSION " from %s: derivatives of rates and outputs by states, inputs. */\n",
			si_word(f->j.image, f->j.image->name));
	sb_add(out,
			"#include \"model.h\"\n\n#include <math.h>\n\n"
				"void fmu_model_derivatives(rt_data *d, rt_real *values);\n\n");
	sb_add(out, body);
	sb_add(out, "\n/* column by column */\nvoid fmu_model_derivatives(rt_data *d, rt_real *values)\n{\n"
				"\tunsigned long long mark = rt_mark(d);\n\teq_derivatives(d, values);\n\trt_release(d, mark);\n}\n");
}

/* ---- the whole */

void so_write_fmu_tables(so_fmu *f, sb_text *out)
{
	putting p = {.f = f};
	const char *n = f->j.name;
	bool derives = f->j.beside != NULL;
	sb_addf(out, "/* Made by Saltus " SALTUS_VERSION " from %s: what the FMU has. */\n", si_word(f->j.image,
			f->j.image->name));
	sb_add(out, "#include \"fmu.h\"\n#include \"model.h\"\n\n#include <math.h>\n\n");
	put_variables(&p, out);
	put_indicators(f, out);
	if (derives) {
		sb_add(out, "void fmu_model_derivatives(rt_data *d, rt_real *values);\n\n");
		put_pattern(f, out);
		put_sites(f, out);
	}
	sb_addf(out, "static void open_model(void *m)\n{\n\t%s_open(m);\n}\n\n"
				 "static void restore_model(void *m, const void *copy)\n{\n\t%s_restore(m, copy);\n}\n\n", n, n);
	sb_addf(out, "const fmu_model fmu_this_model = {\n\t.token = \"%s\",\n\t.size = sizeof(%s), .open = open_model, "
				 ".restore = restore_model,\n\t.variable = variables, .variables = %u, .place = places, "
				 ".constant = constants,\n\t.indicator = indicators, .indicators = %u, .step = ", f->token, n,
			f->references, f->indicators.n);
	so_put_number(&f->j, f->j.step, out);
	if (derives)
		sb_addf(out,
				",\n\t.derivatives = { fmu_model_derivatives, %d, %u, %u, %u, derivative_rows, derivative_columns,\n"
					 "\t\tderivative_first, derivative_entries, derivative_sites, %u }", f->derived->of_instant,
				f->rows.n, f->columns.n, f->derived->pattern.column[f->columns.n], f->derivatives.sites.n);
	sb_add(out, "\n};\n");
	sb_text_free(&p.places);
	sb_text_free(&p.constants);
}
