/* What a command says about the journal of an earlier call. */
#include "tool/study/tool_study.h"

bool tool_journal_goes_on(const tool_journal_words *w, const char *path, const st_journal_found *found, bool resume,
						  sb_diag *diag)
{
	if (found->state == ST_JOURNAL_OTHER) {
		sb_help(sb_report(diag, SB_ERROR, w->other, (sb_span){0}, "'%s' has %s of another model or of other settings",
						  path, w->entries),
				"--restart throws them away; else give the table another name");
		return false;
	}
	if (found->entries && !resume) {
		sb_help(sb_report(diag, SB_ERROR, w->unfinished, (sb_span){0},
						  "'%s' has %llu %s of this %s already, which was not finished", path,
						  (unsigned long long)found->entries, w->entries, w->study),
				"--resume goes on with them, --restart begins anew");
		return false;
	}
	return true;
}

void tool_journal_tell_none(const tool_journal_words *w, const char *code, const char *path, sb_diag *diag)
{
	sb_help(sb_report(diag, SB_INFO, code, (sb_span){0}, "there is no '%s': the %s begins at its start", path,
					  w->study),
			"the journal of one that has come to its end is removed; the table has its %s", w->entries);
}
