/* A file of MUSS: read, checked, and written as a package of Modelica. */
#include "front/muss/muss.h"

#include <string.h>

#include "base/file.h"
#include "front/muss/segments/muss_segments.h"
#include "front/muss/write/muss_write.h"

static const char *package_name(sb_arena *arena, const char *path)
{
	return sf_class_name(arena, path, "muss");
}

static mu_text *read_text(const sf_request *r)
{
	size_t length = 0;
	const char *text = r->text ? r->text : sb_file_read(r->arena, r->diag, (sb_span){0}, r->path, &length);
	if (!text)
		return NULL;
	if (r->text)
		length = strlen(r->text);
	uint32_t errors = sb_errors(r->diag);
	mu_node *tree = mu_parse(r->arena, r->names, r->diag, sb_source_add(r->diag, r->path, text, length));
	if (sb_errors(r->diag) > errors)
		return NULL;
	mu_text *t = mu_check(r->arena, r->names, r->diag, tree);
	return sb_errors(r->diag) > errors ? NULL : t;
}

bool mu_make(const sf_request *r, sf_writing *out)
{
	uint32_t errors = sb_errors(r->diag);
	const mu_text *t = read_text(r);
	if (!t)
		return false;
	mu_write(t, package_name(r->arena, r->path), &out->text, &out->origins);
	return sb_errors(r->diag) == errors;
}

bool mu_format(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, sb_text *out)
{
	return mu_lay_out(arena, names, diag, source, out);
}

static void list_blocks(sb_message *m, const mu_node *tree, mu_block least)
{
	sb_text names = {0};
	for (uint32_t i = 0; i < mu_length(tree, 0); i++)
		if (mu_list(tree, 0, i)->number >= least && mu_list(tree, 0, i)->number != MU_STUDY_BLOCK)
			sb_addf(&names, "%s%s", names.n ? ", " : "", mu_list(tree, 0, i)->name);
	sb_help(m, "write FILE:NAME; there are: %s", names.n ? names.at : "none");
	sb_text_free(&names);
}

static void no_such_block(const sf_request *r, const mu_node *tree)
{
	list_blocks(sb_report(r->diag, SB_ERROR, "N0405", (sb_span){0}, "'%s' has no submodel or experiment '%s'",
						  r->path, r->part ? r->part : ""), tree, MU_CONTINUOUS);
}

/* The tree alone: what is wrong with it is told when it is translated. NULL: there is no such text. */
static const mu_node *read_tree(const sf_request *r, sb_diag *own)
{
	size_t length = 0;
	const char *text = r->text ? r->text : sb_file_read(r->arena, own, (sb_span){0}, r->path, &length);
	return text ? mu_parse(r->arena, r->names, own, sb_source_add(own, r->path, text, strlen(text))) : NULL;
}

bool mu_names_study(const sf_request *r)
{
	sb_diag *own = sb_diag_new();
	const mu_node *tree = read_tree(r, own);
	uint32_t studies = 0, others = 0;
	for (uint32_t i = 0; i < mu_length(tree, 0); i++) {
		const mu_node *b = mu_list(tree, 0, i);
		if (r->part && strcmp(b->name, r->part) != 0)
			continue;
		studies += b->number == MU_STUDY_BLOCK;
		others += b->number != MU_STUDY_BLOCK;
	}
	sb_diag_free(own);
	return studies == 1 && !others;
}

const sf_study *mu_study(const sf_request *r)
{
	const mu_text *t = read_text(r);
	for (uint32_t i = 0; t && i < t->units.n; i++) {
		const mu_unit *u = t->units.at[i];
		if (u->kind == MU_STUDY_BLOCK && (!r->part || strcmp(u->name, r->part) == 0)) {
			const sf_study *s = mu_make_study(t, u, r->path);
			return sb_errors(r->diag) ? NULL : s;
		}
	}
	return NULL;
}

void mu_offer_studies(const sf_request *r, sf_offers *out)
{
	sb_diag *own = sb_diag_new();
	const mu_node *tree = read_tree(r, own);
	for (uint32_t i = 0; i < mu_length(tree, 0); i++)
		if (mu_list(tree, 0, i)->number == MU_STUDY_BLOCK)
			sb_push(r->arena, *out, ((sf_offer){.name = mu_list(tree, 0, i)->name, .kind = "study", .study = true}));
	sb_diag_free(own);
}

const char *mu_chosen(const sf_request *r)
{
	sb_diag *own = sb_diag_new();
	const mu_node *tree = read_tree(r, own);
	const mu_node *found = NULL, *experiment = NULL;
	uint32_t experiments = 0;
	bool broken = sb_errors(own) > 0;
	for (uint32_t i = 0; i < mu_length(tree, 0); i++) {
		const mu_node *b = mu_list(tree, 0, i);
		if (r->part ? strcmp(b->name, r->part) == 0 : b->number < MU_EXPERIMENT)
			found = b;
		if (b->number == MU_EXPERIMENT && ++experiments)
			experiment = b;
	}
	sb_diag_free(own);
	if (!r->part && experiments == 1)
		found = experiment;
	if (broken || !tree)
		return package_name(r->arena, r->path);         /* translating it tells why */
	if (!r->part && experiments > 1) {
		list_blocks(sb_report(r->diag, SB_ERROR, "N0404", (sb_span){0}, "'%s' has %u experiments: which one is meant?",
							  r->path, experiments), tree, MU_EXPERIMENT);
		return NULL;
	}
	if (found && found->number == MU_STUDY_BLOCK) {
		sb_help(sb_report(r->diag, SB_ERROR, "N0406", (sb_span){0},
						  "'%s' is a study, which runs experiments: it is no model itself", found->name),
				"saltus run %s:%s executes it", r->path, found->name);
		return NULL;
	}
	if (!found) {
		no_such_block(r, tree);
		return NULL;
	}
	return sb_printf(r->arena, "%s.%s", package_name(r->arena, r->path), sf_name(r->arena, found->name));
}

bool mu_segments(const sf_request *r, bool json, sb_text *out)
{
	const mu_text *t = read_text(r);
	bool found = false;
	if (!t)
		return false;
	const mu_digraphs *graphs = mu_make_digraphs(t);
	if (json)
		sb_add(out, "[");
	for (uint32_t i = 0; i < graphs->all.n; i++) {
		const mu_digraph *g = graphs->all.at[i];
		if (r->part ? strcmp(g->unit->name, r->part) != 0 : g->unit->kind == MU_EXPERIMENT)
			continue;
		if (found)
			sb_add(out, json ? "," : "\n");
		found = true;
		if (json)
			mu_segments_json(g, out);
		else
			mu_segments_text(g, out);
	}
	if (json)
		sb_add(out, "]\n");
	if (!found)
		no_such_block(r, t->tree);
	return found;
}

sf_digraph *mu_digraph_of(const sf_request *r)
{
	const mu_text *t = read_text(r);
	const mu_digraph *found = NULL;
	if (!t)
		return NULL;
	const mu_digraphs *graphs = mu_make_digraphs(t);
	for (uint32_t i = 0; i < graphs->all.n; i++) {
		const mu_digraph *g = graphs->all.at[i];
		if (r->part ? strcmp(g->unit->name, r->part) == 0 : g->unit->kind != MU_EXPERIMENT)
			found = g;
	}
	if (!found)
		no_such_block(r, t->tree);
	return found ? mu_draw_digraph(t, found) : NULL;
}
