/* A program in a file: written write FILE[:CLASS] PROGRAM simulates a model and writes its program, with the modes that
 * were entered; written read PROGRAM reads that, in a process that knows nothing of the model, and simulates it. Both
 * print the same: how it ended, a hash of all rows to the last bit, all messages. Status 3: the model cannot be run,
 * or takes longer than 15 s, or has opaque components; nothing is written then. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "study/study.h"

static uint64_t hash_rows(const sr_record *r)
{
	uint64_t hash = sr_columns(r);
	for (uint32_t c = 0; c < sr_columns(r); c++)
		hash = sb_hash(sr_column_at(r, c)->name, strlen(sr_column_at(r, c)->name), hash);
	for (uint32_t row = 0; row < sr_rows(r); row++) {
		double time = sr_time(r, row);
		hash = sb_hash(&time, sizeof time, hash + (uint64_t)sr_mark_at(r, row));
		for (uint32_t c = 0; c < sr_columns(r); c++) {
			double value = sr_value(r, row, c);
			hash = sb_hash(&value, sizeof value, hash);
		}
	}
	return hash;
}

/* False: it takes too long. */
static bool simulate(sc_program *program, const sb_diag *sources)
{
	sb_diag *diag = sb_diag_new();
	sb_diag_share(diag, sources);
	se_run *run = se_run_new(program, diag);
	se_settings settings = se_defaults(sc_image(program));
	sb_text text = {0};
	settings.timeout = 15;
	se_status status = se_simulate(run, &settings);
	const sr_record *r = se_record(run);
	sb_render(diag, 0, false, &text);
	if (status != SE_TIMEOUT)
		printf("status %d at %.17g, %u rows, %016llx, %u modes\n%s", status, se_time(run), r ? sr_rows(r) : 0,
			   r ? (unsigned long long)hash_rows(r) : 0, sc_mode_count(program), text.n ? text.at : "");
	sb_text_free(&text);
	se_run_free(run);
	sb_diag_free(diag);
	return status != SE_TIMEOUT;
}

static bool put(const char *path, const sb_archive *a)
{
	FILE *f = fopen(path, "wb");
	bool good = f && fwrite(a->at, 1, a->n, f) == a->n;
	return f && fclose(f) == 0 && good;
}

static int write_one(const char *name, const char *out)
{
	sb_arena *arena = sb_arena_new();
	const char *path, *class_name;
	st_split(arena, name, &path, &class_name);
	st_model *m = st_load(path, class_name, &(st_options){ .depth = ST_CODE, .code = { .optimise = 0 } });
	sb_archive bytes = {0};
	int status = 3;
	if (m->program && !sb_errors(m->diag) && !sc_image(m->program)->experiments.n && simulate(m->program, m->diag) &&
		sc_write_program(m->program, &bytes))
		status = put(out, &bytes) ? 0 : 1;
	sb_archive_free(&bytes);
	st_free(m);
	sb_arena_free(arena);
	return status;
}

static int read_one(const char *path)
{
	sb_archive bytes = {0};
	sb_diag *diag = sb_diag_new();
	char block[1 << 14];
	size_t got;
	FILE *f = fopen(path, "rb");
	while (f && (got = fread(block, 1, sizeof block, f)) > 0)
		sb_archive_bytes(&bytes, block, got);
	if (f)
		fclose(f);
	sc_program *program = sc_read_program(bytes.at, bytes.n, NULL, diag);
	sb_archive_free(&bytes);
	bool good = program && simulate(program, diag);
	if (!program) {
		sb_text text = {0};
		sb_render(diag, 0, false, &text);
		fprintf(stderr, "%s", text.n ? text.at : "no program, and no message\n");
		sb_text_free(&text);
	}
	sc_program_free(program);
	sb_diag_free(diag);
	return good ? 0 : 1;
}

int main(int argc, char **argv)
{
	if (argc == 4 && strcmp(argv[1], "write") == 0)
		return write_one(argv[2], argv[3]);
	return argc == 3 && strcmp(argv[1], "read") == 0 ? read_one(argv[2]) : 2;
}
