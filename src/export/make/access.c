/* Texts that several targets share: the fields of the interface by name and by number. */
#include "export/make/export_make.h"

void so_put_named(const so_job *j, const char *text, sb_text *out)
{
	for (const char *at = text; *at; at++)
		if (at[0] == 'N' && at[1] == 'A' && at[2] == 'M' && at[3] == 'E' && at[4] != '=') {
			sb_add(out, j->name);
			at += 3;
		} else
			sb_addc(out, *at);
}

uint32_t so_scalars_of(const so_job *j, const so_fields *fields)
{
	uint32_t n = 0;
	for (uint32_t k = 0; k < fields->n; k++)
		n += si_var(j->image, fields->at[k].variable)->count;
	return n;
}

void so_put_field(const so_job *j, const char *what, const so_field *f, uint32_t k, sb_text *out)
{
	const si_variable *v = si_var(j->image, f->variable);
	uint32_t at[SI_RANK_MOST + 4], rest = k;
	sb_addf(out, "m->%s.%s", what, f->field);
	for (uint32_t d = v->rank; d-- > 0; rest /= j->image->numbers.at[v->shape + d])
		at[d] = rest % j->image->numbers.at[v->shape + d];
	for (uint32_t d = 0; d < v->rank; d++)
		sb_addf(out, "[%u]", at[d]);
}

/* A value of the struct by its number. */
void so_put_setter(const so_job *j, const so_fields *fields, const char *what, const char *name, sb_text *out)
{
	uint32_t at = 0;
	sb_addf(out, "%s(%s *m, int number, double value)\n{\n\tswitch (number) {\n", name, j->name);
	for (uint32_t k = 0; k < fields->n; k++) {
		const si_variable *v = si_var(j->image, fields->at[k].variable);
		for (uint32_t i = 0; i < v->count; i++, at++) {
			sb_addf(out, "\tcase %u: ", at);
			so_put_field(j, what, &fields->at[k], i, out);
			if (v->type == SI_TYPE_BOOLEAN)
				sb_add(out, " = value != 0; break;\n");
			else
				sb_addf(out, " = (%s)value; break;\n", so_field_type(j, v));
		}
	}
	sb_addf(out, "\tdefault: (void)m, (void)value; break;\n\t}\n}\n\n");
}

void so_put_getter(const so_job *j, const so_fields *fields, const char *what, const char *name, sb_text *out)
{
	uint32_t at = 0;
	sb_addf(out, "%s(const %s *m, int number)\n{\n\tswitch (number) {\n", name, j->name);
	for (uint32_t k = 0; k < fields->n; k++) {
		const si_variable *v = si_var(j->image, fields->at[k].variable);
		for (uint32_t i = 0; i < v->count; i++, at++) {
			sb_addf(out, "\tcase %u: return (double)", at);
			so_put_field(j, what, &fields->at[k], i, out);
			sb_add(out, ";\n");
		}
	}
	sb_addf(out, "\tdefault: (void)m; return 0;\n\t}\n}\n\n");
}

void so_put_names(const so_job *j, const so_fields *fields, const char *name, sb_text *out)
{
	sb_addf(out, "static const char *const %s[] = {\n", name);
	for (uint32_t k = 0; k < fields->n; k++) {
		const si_variable *v = si_var(j->image, fields->at[k].variable);
		for (uint32_t i = 0; i < v->count; i++) {
			sb_text scalar = {0};
			si_scalar_name(j->image, v->first + i, &scalar);
			bool quoted = false;
			for (const char *c = scalar.at; *c; c++)
				quoted = quoted || *c == ',';
			sb_addf(out, quoted ? "\t\"\\\"%s\\\"\",\n" : "\t\"%s\",\n", scalar.at);
			sb_text_free(&scalar);
		}
	}
	sb_add(out, fields->n ? "};\n\n" : "\t\"\"\n};\n\n");
}
