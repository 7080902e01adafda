/* The class that is to be drawn. */
#include "base/stop.h"
#include "front/modelica/modelica.h"
#include "front/modelica/picture/picture_inside.h"

static sf_sketch *draw_icon(mo_context *c, mo_scope *root)
{
	const char *name = root->class_def->name;
	sf_sketch *s = mo_icon_of(c, root, name, SF_ICON, 0);
	if (s->shapes.n || s->parts.n)
		return s;
	sb_note(sb_report(c->diag, SB_INFO, "U0822", root->class_def->name_span, "'%s' has no icon: a box is drawn", name),
			"annotation(Icon(graphics = {...})) is its icon");
	mo_draw_box(c, name, "", s);
	return s;
}

/* NULL: it has nothing that a diagram could show. */
static sf_sketch *draw_diagram(mo_context *c, mo_scope *root)
{
	sf_sketch *s = sb_new(c->arena, sf_sketch);
	mo_pencil p = {c, root, root, root->class_def->name};
	double scale;
	s->title = root->class_def->name;
	mo_coordinates(&p, root, SF_DIAGRAM, &s->extent, &scale);
	mo_add_layer(&p, SF_DIAGRAM, s);
	mo_add_parts(c, root, s);
	mo_add_links(c, root, s);
	return s->shapes.n || s->parts.n || s->links.n ? s : NULL;
}

static sf_sketch *draw(mo_context *c, mo_scope *root, const sf_layer *layer)
{
	sf_sketch *s = layer && *layer == SF_ICON ? draw_icon(c, root) : draw_diagram(c, root);
	if (s || !layer)
		return s ? s : draw_icon(c, root);
	sb_message *m = sb_report(c->diag, SB_ERROR, "U0821", root->class_def->name_span,
							  "the diagram of '%s' is empty: there are no components and no graphics",
							  root->class_def->name);
	sb_help(m, "--icon draws what it looks like from outside");
	return NULL;
}

/* Without a name the model that would be run; in a file without models what stands last in it. */
static const char *choose(mo_library *lib, const mo_file *file)
{
	const mo_element *last = file->classes.n ? file->classes.at[file->classes.n - 1] : NULL;
	for (uint32_t i = 0; i < file->classes.n; i++)
		if (mo_is_model(file->classes.at[i]->class_def))
			return mo_choose_class(lib, file);
	if (!last || !last->class_def || last->class_def->restriction == MO_PACKAGE)
		return mo_choose_class(lib, file);
	return mo_full_name(lib, file, last->name);
}

sf_sketch *mo_sketch(const sf_request *r, const sf_layer *layer)
{
	uint32_t errors = sb_errors(r->diag), first = sb_messages(r->diag);
	mo_library *lib = mo_library_new(r->arena, r->names, r->diag);
	const mo_file *file = mo_library_asked(lib, r);
	if (!file || sb_errors(r->diag) > errors)
		return NULL;
	lib->run = r->run;
	lib->asked = file;
	const char *name = r->part ? mo_full_name(lib, file, r->part) : choose(lib, file);
	/* Arrays of components are families at first, and apart where their elements turn out to differ. */
	for (int apart = 0; name; apart++) {
		mo_context *c = mo_flattening_new(r->arena, lib);
		mo_scope *around = NULL;
		c->apart = apart > 0;
		mo_element *element = mo_find_element(c, name, &around);
		mo_scope *root = element && element->class_def ? mo_open_root(c, element, around) : NULL;
		sb_doing("drawing", name);
		bool good = root && mo_override_modifiers(c, root, r->given, r->given_count);
		if (good)
			mo_members(c, root);     /* base classes and items are made now */
		sf_sketch *s = good ? draw(c, root, layer) : NULL;
		if (!c->gave_up || apart)
			return sb_errors(r->diag) > errors ? NULL : s;
		sb_take_back(r->diag, first, NULL);
	}
	return NULL;
}
