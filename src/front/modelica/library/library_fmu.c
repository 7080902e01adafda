/* Classes that are FMUs: a class with `external "FMI"` names a file. If it declares nothing, its declarations are those
 * that the FMU has, read as text (front/fmu/front_fmu.h). */
#include <string.h>

#include "base/file.h"
#include "front/fmu/front_fmu.h"
#include "front/modelica/library/library_folder.h"

static const mo_modification *named(const mo_modifications *list, const char *name)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->name_n == 1 && strcmp(list->at[i]->name[0], name) == 0)
			return list->at[i];
	return NULL;
}

static bool is_fmu(const mo_class *k)
{
	return k->external && k->language && strcmp(k->language, "FMI") == 0;
}

const char *mo_fmu_file(mo_library *lib, const mo_class *k)
{
	const mo_modification *own = is_fmu(k) ? named(&k->annotation, "__Saltus") : NULL;
	const mo_modification *fmu = own ? named(&own->args, "fmu") : NULL;
	const char *file = fmu && fmu->value && fmu->value->kind == MO_E_STRING ? fmu->value->text : NULL;
	if (!file || *file == '/')
		return file;
	return sb_path_join(lib->arena, mo_folder_of(lib->arena, sb_source_path(lib->diag, k->span.source)), file);
}

void mo_library_fill_fmu(mo_library *lib, mo_class *k)
{
	if (!is_fmu(k) || k->elements.n)
		return;
	const char *file = mo_fmu_file(lib, k);
	if (!file) {
		sb_help(sb_report(lib->diag, SB_ERROR, "I0065", k->name_span, "the class '%s' is an FMU, and names no file",
						  k->name), "write annotation(__Saltus(fmu = \"FILE.fmu\"))");
		return;
	}
	sf_writing w = {.arena = lib->arena};
	bool good = fu_class_text(lib->diag, file, k->name, &w);
	sf_made made = sf_finish(&w, lib->diag);
	const mo_file *f = good ? mo_library_parse_made(lib, file, &made) : NULL;
	if (f && f->classes.n && f->classes.at[0]->class_def)
		k->elements = f->classes.at[0]->class_def->elements;
}

bool mo_library_add_fmus(mo_library *lib, const sf_request *r)
{
	bool good = true;
	for (uint32_t i = 0; i < r->fmu_count; i++) {
		sf_writing w = {.arena = lib->arena};
		bool written = fu_class_text(lib->diag, r->fmus[i].value, r->fmus[i].name, &w);
		sf_made made = sf_finish(&w, lib->diag);
		if (written)
			mo_library_add_made(lib, r->fmus[i].value, &made);
		good &= written;
	}
	return good;
}
