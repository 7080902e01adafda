/* Values from outside: `-p motor.J=0.1` becomes the outermost modification of the class that is translated.
 *
 * The text is read as Modelica, in the modification of an extends clause, so a value is any expression and mistakes in
 * it are reported as in a file.
 */
#include <string.h>

#include "front/modelica/scope.h"

static mo_modification *read_override(mo_context *c, const mo_override *o)
{
	uint32_t before = sb_errors(c->diag);
	const char *text = sb_printf(c->arena, "model P extends P(\n%s = %s\n); end P;", o->name, o->value);
	uint32_t source = sb_source_add(c->diag, sb_printf(c->arena, "%s=%s", o->name, o->value), text, strlen(text));
	mo_file *file = strchr(o->name, '[') ? NULL : mo_parse(c->arena, c->names, c->diag, source);
	if (sb_errors(c->diag) != before)
		return NULL;
	mo_class *def = file && file->classes.n == 1 ? file->classes.at[0]->class_def : NULL;
	mo_element *e = def && def->elements.n == 1 && !def->sections.n ? def->elements.at[0] : NULL;
	mo_modification *m = e && e->kind == MO_EL_EXTENDS && e->args.n == 1 ? e->args.at[0] : NULL;
	if (m && m->value && !m->args.n && !m->element)
		return m;
	sb_message *said =
		sb_report(c->diag, SB_ERROR, "M0231", (sb_span){0}, "'%s=%s' does not set a parameter", o->name, o->value);
	sb_help(said,
			"write NAME=VALUE with a dotted name without subscripts and a value as in Modelica, such as motor.J=0.1");
	return NULL;
}

bool mo_override_modifiers(mo_context *c, mo_scope *root, const mo_override *overrides, uint32_t count)
{
	bool ok = true;
	mo_modifier_list list = {0};
	mo_modifications all = {0};
	for (uint32_t i = 0; i < count; i++) {
		mo_modification *m = read_override(c, &overrides[i]);
		ok &= m != NULL;
		if (m)
			sb_push(c->arena, all, m);
	}
	mo_list_args(c, &list, &all, root->parent ? root->parent : c->top, false);
	mo_list_join(c, &list, root->modifiers);
	root->modifiers = list.first;
	return ok;
}
