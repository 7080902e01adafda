/* Journals of searches that programs make. */
#include "study/public/public.h"
#include <string.h>
#include <unistd.h>

bool st_public_journal_fits(const char *path, const st_journal_found *found, sb_diag *diag)
{
	if (found->state != ST_JOURNAL_OTHER)
		return true;
	sb_help(sb_report(diag, SB_ERROR, "U0967", (sb_span){0},
					  "the journal '%s' has runs of another model, or of other settings", path),
			"remove it, or name another one");
	return false;
}

void st_public_journal_end(const char *path, bool whole, int trouble, sb_diag *diag)
{
	if (trouble)
		sb_help(sb_report(diag, SB_WARNING, "U0968", (sb_span){0}, "the journal '%s' cannot be written: %s", path,
						  strerror(trouble)), "make room, and search again: it goes on with what is in the journal");
	else if (whole)
		unlink(path);
}
