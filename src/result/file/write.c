/* Result files by their ending, each written whole or not at all. */
#include "result/file/raw.h"
#include <string.h>

bool sr_write(const sr_record *r, const char *path, sb_diag *diag)
{
	const char *dot = strrchr(path, '.');
	bool csv = dot && strcmp(dot, ".csv") == 0, mat = dot && strcmp(dot, ".mat") == 0;
	if (sr_is_raw_name(path))
		return sr_write_raw(&(sr_raw_plot){.title = "Saltus", .name = "Transient Analysis", .axis = "time",
										   .axis_type = "time",
							.record = r}, 1, path, diag);
	if (!csv && !mat) {
		sb_message *m = sb_report(diag, SB_ERROR, "F0021", (sb_span){0}, "results cannot be written to '%s'", path);
		sb_help(m, "the ending tells the format: .csv, .mat or .raw");
		return false;
	}
	sb_output out;
	if (!sb_output_open(&out, diag, path))
		return false;
	/* what cannot be written is noticed by the commit, which reports it once */
	if (csv)
		sr_write_csv(r, out.stream);
	else
		sr_write_mat(r, out.stream);
	return sb_output_commit(&out, diag);
}
