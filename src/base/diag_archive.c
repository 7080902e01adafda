/* Messages as bytes: of a diag whose sources have the same numbers where they are read. */
#include "base/archive.h"
#include "base/diag_inside.h"

static const char *archive_text(sb_archive *a, sb_diag *diag, const char *text)
{
	const char *read = sb_archive_text(a, diag->arena, text);
	return !a->reads ? text : read ? read : "";
}

static void archive_extra(sb_archive *a, sb_message *m, const sb_extra *e)
{
	uint8_t kind = e ? (uint8_t)e->kind : 0;
	sb_span span = e ? e->span : (sb_span){0};
	sb_archive_one(a, kind);
	sb_archive_one(a, span);
	const char *text = archive_text(a, m->diag, e ? e->text : NULL);
	if (!a->reads)
		return;
	if (kind == SB_EXTRA_ALSO)
		sb_also(m, span, "%s", text);
	else if (kind == SB_EXTRA_NOTE)
		sb_note(m, "%s", text);
	else
		sb_help(m, "%s", text);
}

static void archive_message(sb_archive *a, sb_diag *diag, sb_message *m)
{
	uint8_t severity = m ? (uint8_t)m->severity : 0;
	sb_span span = m ? m->span : (sb_span){0};
	uint32_t extras = 0;
	sb_archive_one(a, severity);
	sb_archive_one(a, span);
	const char *code = archive_text(a, diag, m ? m->code : NULL), *text = archive_text(a, diag, m ? m->text : NULL);
	for (const sb_extra *e = m ? m->first : NULL; e; e = e->next)
		extras++;
	extras = sb_archive_count(a, extras, 1);
	a->bad = a->bad || severity > SB_INFO;
	if (a->bad)
		return;
	if (a->reads)
		m = sb_report(diag, (sb_severity)severity, code, span, "%s", text);
	const sb_extra *e = a->reads ? NULL : m->first;
	for (uint32_t i = 0; i < extras && !a->bad; i++, e = e ? e->next : NULL)
		archive_extra(a, m, e);
}

void sb_archive_messages(sb_archive *a, sb_diag *diag)
{
	uint32_t n = sb_archive_count(a, diag->messages.n, 1);
	for (uint32_t i = 0; i < n && !a->bad; i++)
		archive_message(a, diag, a->reads ? NULL : diag->messages.at[i]);
}
