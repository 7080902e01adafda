/* See written_name.h. */
#include "study/load/written_name.h"
#include <string.h>

const mo_expr *st_written_name(const mo_expr *e, sb_text *out)
{
	for (uint32_t i = 0; i < e->parts.n; i++) {
		const mo_part *p = &e->parts.at[i];
		sb_addf(out, "%s%s", i ? "." : "", p->name);
		for (uint32_t k = 0; k < p->subscripts.n; k++) {
			const mo_expr *s = p->subscripts.at[k];
			if (s->kind != MO_E_INTEGER)
				return s;
			sb_addf(out, "%s%.0f", k ? "," : "[", s->number);
		}
		if (p->subscripts.n)
			sb_addc(out, ']');
	}
	return NULL;
}

const char *st_near_name(const sm_model *flat, const char *name, sb_arena *arena)
{
	sb_strings names = {0};
	sb_text text = {0};
	for (uint32_t v = 0; v < flat->variables.n; v++) {
		const sm_variable *x = sm_var(flat, v);
		if (x->hidden || x->type == SX_STRING)
			continue;
		text.n = 0;
		if (x->rank && strchr(name, '['))
			sm_scalar_name(flat, x->first, &text);
		else
			sb_add(&text, x->name);
		sb_push(arena, names, (const char *)sb_strdup(arena, text.at));
	}
	sb_text_free(&text);
	return sb_nearest(name, names.at, names.n);
}
