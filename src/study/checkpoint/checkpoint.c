/* Checkpoints: see checkpoint.h. */
#include "base/stock.h"
#include "study/checkpoint/checkpoint.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

static const char tag[] = "checkpnt";
enum { LAYOUT = 2 };

typedef struct keeping {
	st_model *m;
	se_run *run;
	st_checkpoint *c;
	uint64_t program;                /* hash of what is executed */
	uint64_t number;                 /* of the next checkpoint, from 1 */
	double start, every;
	uint32_t rows;                   /* that are in the file of rows */
	FILE *row_file;
	sb_text told;                    /* messages of the runs before this one */
	uint32_t first_message;
} keeping;

static uint64_t hash_of_program(const st_model *m)
{
	sb_text text = {0};
	sc_generate(m->plan, &text);
	uint64_t hash = st_inputs_hash(&m->inputs, sb_hash(text.at, text.n, 0));
	sb_text_free(&text);
	return hash;
}

static char *rows_path(const char *path)
{
	sb_text text = {0};
	sb_addf(&text, "%s.rows", path);
	return text.at;                  /* the caller puts it back */
}

static bool cannot(const keeping *k, const char *what, const char *path)
{
	sb_report(k->m->diag, SB_ERROR, "F0031", (sb_span){0}, "%s '%s' failed: %s", what, path, strerror(errno));
	return false;
}

/* ------------------------------------------------------------------------------------------------------ writing */

static bool append_rows(keeping *k)
{
	const sr_record *r = se_record(k->run);
	uint32_t rows = r ? sr_rows(r) : 0;
	char *path = rows_path(k->c->write);
	bool good = !r || sr_rows_write(r, k->rows, k->row_file);
	good = good && fflush(k->row_file) == 0 && fsync(fileno(k->row_file)) == 0;
	if (good)
		k->rows = rows;
	else
		cannot(k, "writing", path);
	sb_put_back(path);
	return good;
}

static void add_number(sb_archive *a, uint64_t value)
{
	sb_archive_one(a, value);
}

/* What all runs so far had to say. */
static void add_messages(const keeping *k, sb_archive *a)
{
	sb_text text = {0};
	sb_addn(&text, k->told.at ? k->told.at : "", k->told.n);
	sb_render(k->m->diag, k->first_message, false, &text);
	sb_archive_text(a, k->m->arena, text.at ? text.at : "");
	sb_text_free(&text);
}

static bool write_checkpoint(keeping *k)
{
	sb_archive run = {0}, all = {0}, sealed = {0};
	sb_output out;
	const sr_record *r = se_record(k->run);
	if (!se_save(k->run, &run) || !append_rows(k)) {
		sb_archive_free(&run);
		return false;
	}
	add_number(&all, k->program);
	add_number(&all, k->number);
	add_number(&all, k->rows);
	add_number(&all, r ? sr_layout(r) : 0);
	sb_archive_one(&all, k->every);
	add_messages(k, &all);
	sb_archive_bytes(&all, run.at, run.n);
	bool good = sb_output_open(&out, k->m->diag, k->c->write);
	if (good) {
		sb_archive_seal(&sealed, tag, LAYOUT, &all);
		fwrite(sealed.at, sealed.n, 1, out.stream);
		if (fflush(out.stream) == 0)
			fsync(fileno(out.stream));
		good = sb_output_commit(&out, k->m->diag);
	}
	sb_archive_free(&run);
	sb_archive_free(&all);
	sb_archive_free(&sealed);
	return good;
}

/* ------------------------------------------------------------------------------------------------------ reading */

static bool is_other(const keeping *k, const char *option, double asked, double was)
{
	if (isnan(asked) || asked == was)
		return false;
	sb_message *e = sb_report(k->m->diag, SB_ERROR, "U0421", (sb_span){0},
							  "the run that was saved in '%s' began with %s %.10g, not %.10g",
							  k->c->resume, option, was, asked);
	sb_help(e, "a run goes on with its own settings: leave out %s, or begin again without --resume", option);
	return true;
}

static bool has_other_solver(const keeping *k, const se_settings *was)
{
	const char *asked = k->c->solver;
	if (!asked || strcmp(asked, was->solver) == 0)
		return false;
	sb_message *e = sb_report(k->m->diag, SB_ERROR, "U0421", (sb_span){0},
							  "the run that was saved in '%s' began with --solver %s, not %s",
							  k->c->resume, was->solver, asked);
	sb_help(e, "a run goes on with its own settings: leave out --solver, or begin again without --resume");
	return true;
}

/* Values of -p. */
static bool has_other_values(const keeping *k)
{
	for (uint32_t i = 0; i < k->m->values.n; i++) {
		const struct st_value *v = &k->m->values.at[i];
		sb_text name = {0};
		sm_scalar_name(k->m->flat, v->scalar, &name);
		bool other = !v->string && is_other(k, name.at, v->number, se_value(k->run, v->scalar));
		sb_text_free(&name);
		if (other)
			return true;
	}
	return false;
}

static bool asks_for_others(const keeping *k)
{
	const se_settings *was = se_settings_of(k->run);
	const st_checkpoint *c = k->c;
	return is_other(k, "--start", c->start, was->start) || is_other(k, "--stop", c->stop, was->stop) ||
		   is_other(k, "--step", c->interval, was->interval) || is_other(k, "--tol", c->tolerance, was->tolerance) ||
		   is_other(k, "--every", c->every, k->every) ||
		   has_other_solver(k, was) || has_other_values(k);
}

static bool take_rows(keeping *k, uint64_t rows, uint64_t layout)
{
	sr_record *r = se_open_record(k->run);
	char *path = rows_path(k->c->resume);
	FILE *file = rows ? fopen(path, "rb") : NULL;
	bool good = rows == 0 || (file && r && sr_layout(r) == layout);
	if (rows && !file) {
		cannot(k, "reading", path);
	} else if (rows && !good) {
		sb_help(sb_report(k->m->diag, SB_ERROR, "U0422", (sb_span){0}, "the run in '%s' has recorded other variables",
						  k->c->resume),
				"give the same --vars, -o, --plot and --events as at the beginning");
	} else if (rows && !sr_rows_read(r, (uint32_t)rows, file)) {
		good = false;
		sb_report(k->m->diag, SB_ERROR, "F0030", (sb_span){0}, "'%s' has fewer rows than '%s' counts", path,
				  k->c->resume);
	}
	if (file)
		fclose(file);
	sb_put_back(path);
	return good;
}

static bool is_checkpoint(const keeping *k, const char *bytes, size_t length, sb_archive *in)
{
	sb_seal seal = sb_archive_open(bytes, length, tag, LAYOUT, in);
	if (seal == SB_SEALED)
		return true;
	sb_help(sb_report(k->m->diag, SB_ERROR, "F0030", (sb_span){0},
					  seal == SB_DAMAGED ? "'%s' is damaged" : "'%s' is not a checkpoint", k->c->resume),
			"--checkpoint FILE writes such files");
	return false;
}

static bool resume(keeping *k, const se_settings *settings)
{
	size_t length;
	sb_archive in = {0};
	uint64_t program = 0, rows = 0, layout = 0;
	char *bytes = sb_file_bytes(k->m->diag, k->c->resume, &length);
	bool good = bytes && is_checkpoint(k, bytes, length, &in);
	if (good) {
		sb_archive_one(&in, program);
		sb_archive_one(&in, k->number);
		sb_archive_one(&in, rows);
		sb_archive_one(&in, layout);
		sb_archive_one(&in, k->every);
		sb_add(&k->told, sb_archive_text(&in, k->m->arena, NULL));
		good = program == k->program;
		if (!good)
			sb_help(sb_report(k->m->diag, SB_ERROR, "R0283", (sb_span){0},
							  "the run that was saved in '%s' belongs to another model",
							  k->c->resume),
					"use the same text, the same structural parameters, and the same version of Saltus");
		good = good && se_restore(k->run, settings, &in) == SE_PAUSED && !asks_for_others(k) &&
			   take_rows(k, rows, layout);
		k->start = se_settings_of(k->run)->start;
		k->number++;
	}
	free(bytes);
	return good;
}

/* ------------------------------------------------------------------------------------------------------ running */

/* The rows of the run, so far, are where they are to be; what is beyond them is cut off. */
static bool open_rows(keeping *k)
{
	const st_checkpoint *c = k->c;
	bool same = c->resume && strcmp(c->resume, c->write) == 0;
	char *path = rows_path(c->write);
	k->row_file = fopen(path, same ? "r+b" : "wb");
	bool good = k->row_file != NULL;
	if (good && same) {
		const sr_record *r = se_record(k->run);
		k->rows = r ? sr_rows(r) : 0;
		good = fseeko(k->row_file, (off_t)(r ? sr_rows_bytes(r) : 0), SEEK_SET) == 0 &&
			   ftruncate(fileno(k->row_file), ftello(k->row_file)) == 0;
	}
	if (!good)
		cannot(k, "opening", path);
	sb_put_back(path);
	return good;
}

/* A checkpoint that cannot be written is told, and does not cost the run. */
static se_status advance(keeping *k)
{
	se_status status = SE_PAUSED;
	while (status == SE_PAUSED) {
		bool writes = k->c->write && !k->c->failed;
		status = se_advance(k->run, writes ? k->start + (double)k->number * k->every : INFINITY, false);
		if (status == SE_PAUSED && writes)
			k->c->failed = !write_checkpoint(k);
		k->number++;
	}
	return status;
}

static void tell_before(const keeping *k)
{
	sb_message *e =
		sb_report(k->m->diag, SB_INFO, "U0423", (sb_span){0}, "the run goes on from time %.10g", se_time(k->run));
	if (k->told.n)
		sb_note(e, "its messages before that time:\n%s", k->told.at);
}

se_status st_simulate_with_checkpoints(st_model *m, se_run *run, const se_settings *settings, st_checkpoint *c)
{
	double every = isnan(c->every) ? (settings->stop - settings->start) / 20 : c->every;
	keeping k = {.m = m, .run = run, .c = c, .program = hash_of_program(m), .number = 1, .start = settings->start,
		.every = every, .first_message = sb_messages(m->diag)};
	bool good;
	if (c->resume) {
		good = resume(&k, settings);
		if (good)
			tell_before(&k);
	} else {
		good = se_begin(run, settings) == SE_PAUSED;
	}
	good = good && (!c->write || open_rows(&k));
	if (good)
		advance(&k);
	se_status status = good || !c->resume ? se_end(run) : SE_FAILED;
	if (k.row_file)
		fclose(k.row_file);
	sb_text_free(&k.told);
	return good ? status : SE_FAILED;
}
