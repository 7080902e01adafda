/* The whole way of a diagram: read, made, sized, written. */
#include "front/xcos/xcos.h"

#include <string.h>

#include "front/xcos/write/xcos_write.h"

/* All kinds that nobody knows, once each, in one message. */
static void report_unknown(const xc_sheet *top, const xc_diagram *d, const sb_strings *unknown)
{
	sb_text list = {0}, help = {0};
	for (uint32_t i = 0; i < unknown->n; i++) {
		bool before = false;
		for (uint32_t j = 0; j < i; j++)
			before |= strcmp(unknown->at[i], unknown->at[j]) == 0;
		const char *near = before ? NULL : xc_stand_in(top->arena, top->kinds, unknown->at[i]);
		if (!before)
			sb_addf(&list, "%s%s", list.n > 0 ? ", " : "", *unknown->at[i] ? unknown->at[i] : "(without a name)");
		if (near)
			sb_addf(&help, "%s%s could stand in for %s", help.n > 0 ? "; " : "", near, unknown->at[i]);
	}
	sb_message *m =
		sb_report(top->diag, SB_ERROR, "X0011", d->span, "the diagram has blocks that Saltus does not know: %s",
				  list.at);
	sb_help(m, "%s%sdocs/xcos.md lists the blocks that are known", help.n > 0 ? help.at : "", help.n > 0 ? "; " : "");
	sb_text_free(&list);
	sb_text_free(&help);
}

/* The texts of parts are not in the arena, because they grow. */
static void put_back(xc_sheet *s)
{
	for (uint32_t i = 0; i < s->d->blocks.n; i++) {
		sb_text_free(&s->part[i].with);
		sb_text_free(&s->part[i].extra);
		sb_text_free(&s->part[i].equations);
		if (s->part[i].inside)
			put_back(s->part[i].inside);
	}
}

bool xc_write(sb_arena *arena, sb_names *names, sb_diag *diag, const xc_diagram *d, const char *name,
			  sf_writing *out)
{
	sb_strings unknown = {0};
	xc_kinds kinds = {0};
	if (!xc_read_kinds(arena, diag, d->span, &kinds))
		return false;
	xc_sheet start = {
		.arena = arena, .names = names, .diag = diag, .kinds = &kinds, .unknown = &unknown, .path = ""};
	xc_sheet *top = xc_sheet_new(&start, NULL, d, name);
	if (unknown.n > 0)
		report_unknown(top, d, &unknown);
	if (!sb_errors(diag))
		xc_leave_out(top);
	if (!sb_errors(diag) && xc_find_sizes(top))
		xc_find_complex(top);
	if (!sb_errors(diag))
		xc_fill_in(top);
	if (!sb_errors(diag))
		xc_note_tags(top);
	if (!sb_errors(diag))
		xc_write_sheet(top, out, 0);
	put_back(top);
	return !sb_errors(diag);
}

bool xc_make(const sf_request *r, sf_writing *out)
{
	xc_file file;
	uint32_t errors = sb_errors(r->diag);
	if (!xc_read(r->arena, r->diag, r->path, r->text, &file))
		return false;
	const xc_diagram *d = xc_diagram_of(r->arena, r->diag, &file);
	return d && xc_write(r->arena, r->names, r->diag, d, sf_class_name(r->arena, r->path, "Diagram"), out) &&
		   sb_errors(r->diag) == errors;
}
