/* SAVE and RESTORE: an instance in a file, with the values that were given and the rows so far. */
#include "shell/act/shell_act.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char tag[] = "shellrun";
enum { LAYOUT = 1 };

/* What a file says before the bytes of the run; read and written by the same function. */
typedef struct head {
	const char *path, *part, *name, *copy; uint64_t program, layout; uint32_t given, rows, moved;
} head;

static void archive_head(sb_archive *a, sb_arena *arena, head *h)
{
	h->path = sb_archive_text(a, arena, h->path);
	h->part = sb_archive_text(a, arena, h->part);
	h->name = sb_archive_text(a, arena, h->name);
	h->copy = sb_archive_text(a, arena, h->copy);
	sb_archive_one(a, h->program);
	sb_archive_one(a, h->layout);
	sb_archive_one(a, h->given);
	sb_archive_one(a, h->rows);
	sb_archive_one(a, h->moved);
}

static uint64_t hash_of(const sh_process *p)
{
	sb_text text = {0};
	sc_generate(p->model->plan, &text);
	uint64_t hash = sb_hash(text.at, text.n, 0);
	sb_text_free(&text);
	return hash;
}

static void archive_rows(sb_archive *a, const sr_record *r)
{
	char *bytes = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&bytes, &n);
	if (out) {
		if (r)
			sr_rows_write(r, 0, out);
		fclose(out);
	}
	uint64_t length = n;
	sb_archive_one(a, length);
	sb_archive_bytes(a, bytes, n);
	free(bytes);
}

bool sh_act_save(sh_world *w, const sh_command *c)
{
	sh_command none = *c;
	none.elements.n = 0;
	sh_process *p = sh_one_process(w, &none);
	sb_archive body = {0}, run = {0}, sealed = {0};
	sb_output out;
	if (!p || !sh_can_go_on(w, p))
		return false;
	head h = {p->of->path, p->of->part, p->of->name, p->copy, hash_of(p), 0, p->given.n, 0, p->moved};
	const sr_record *r = sh_rows_of(p, &h.rows);
	h.layout = r ? sr_layout(r) : 0;
	bool good = se_save(p->run, &run);
	sh_tell_process(w, p);
	if (good) {
		archive_head(&body, w->now, &h);
		for (uint32_t i = 0; i < p->given.n; i++) {
			sb_archive_text(&body, w->now, p->given.at[i].name);
			sb_archive_text(&body, w->now, p->given.at[i].text);
			sb_archive_one(&body, p->given.at[i].number);
		}
		archive_rows(&body, r);
		uint64_t length = run.n;
		sb_archive_one(&body, length);
		sb_archive_bytes(&body, run.at, run.n);
		sb_archive_seal(&sealed, tag, LAYOUT, &body);
		good = sb_output_open(&out, w->diag, c->words.at[0]);
		if (good) {
			fwrite(sealed.at, sealed.n, 1, out.stream);
			good = sb_output_commit(&out, w->diag);
		}
	}
	if (good)
		printf("%s at time %s is saved in %s\n", sh_process_name(w, p), sh_number(w, se_time(p->run)), c->words.at[0]);
	sb_archive_free(&body);
	sb_archive_free(&run);
	sb_archive_free(&sealed);
	return good;
}

/* --------------------------------------------------------------------------------------------------------- RESTORE */

/* The model that was saved, loaded if it is not there. */
static const sh_model *model_of(sh_world *w, const head *h)
{
	for (int k = 0; k < 2; k++) {
		for (uint32_t i = 0; i < w->models.n; i++)
			if (strcmp(w->models.at[i]->name, h->name) == 0 && strcmp(w->models.at[i]->path, h->path) == 0)
				return w->models.at[i];
		if (k == 0 && !sh_load(w, h->part ? sb_printf(w->now, "%s:%s", h->path, h->part) : h->path))
			return NULL;
	}
	return NULL;
}

static sh_process *process_for(sh_world *w, const head *h)
{
	const sh_model *m = model_of(w, h);
	for (uint32_t i = 0; m && i < w->processes.n; i++)
		if (w->processes.at[i]->of == m && strcmp(w->processes.at[i]->copy, h->copy) == 0)
			return w->processes.at[i];
	return m ? sh_create(w, m, h->copy) : NULL;
}

static bool take_rows(sb_archive *in, const head *h, sr_record *to)
{
	uint64_t length = 0;
	sb_archive_one(in, length);
	if (in->bad || length > in->n - in->next)
		return false;
	char *bytes = in->at + in->next;
	in->next += length;
	bool same = h->rows && to && sr_layout(to) == h->layout;
	FILE *file = same && length ? fmemopen(bytes, length, "rb") : NULL;
	bool good = !file || sr_rows_read(to, h->rows, file);
	if (file)
		fclose(file);
	return good;
}

static bool restore_run(sh_world *w, sh_process *p, const head *h, sb_archive *in)
{
	uint64_t length = 0;
	sb_archive rows = *in, bytes;
	sb_archive_one(in, length);
	if (in->bad || length > in->n - in->next)
		return false;
	in->next += length;
	sb_archive_one(in, length);
	if (in->bad || length > in->n - in->next)
		return false;
	bytes = sb_archive_read(in->at + in->next, length);
	if (!sh_begin(w, p))
		return false;
	se_run *new = st_run(p->model, p->model->diag);
	if (se_restore(new, &p->settings, &bytes) != SE_PAUSED || !take_rows(&rows, h, se_open_record(new))) {
		se_run_free(new);
		return false;
	}
	se_end(p->run);
	se_run_free(p->run);
	p->run = new;
	p->moved = h->moved;
	sh_save_state(w, p);
	return true;
}

static bool restore(sh_world *w, const char *file, sb_archive *in)
{
	head h = {0};
	archive_head(in, w->now, &h);
	if (in->bad || !h.path || !h.name || !h.copy)
		return false;
	sh_process *p = process_for(w, &h);
	if (!p)
		return false;
	for (uint32_t i = 0; i < h.given; i++) {
		const char *name = sb_archive_text(in, w->now, NULL), *text = sb_archive_text(in, w->now, NULL);
		double number;
		sb_archive_one(in, number);
		if (in->bad || !name || !text)
			return false;
		sh_give(p, name, number, text);
	}
	if (h.given && !sh_translate(w, p))
		return false;
	if (hash_of(p) != h.program) {
		sb_help(sb_report(w->diag, SB_ERROR, "T0164", (sb_span){0}, "the run in '%s' belongs to another text of '%s'",
						  file, h.name), "use the same text, and the same version of Saltus");
		return false;
	}
	bool good = restore_run(w, p, &h, in);
	sh_tell_process(w, p);
	if (good)
		printf("%s stands at time %s\n", sh_process_name(w, p), sh_number(w, se_time(p->run)));
	return good;
}

bool sh_act_restore(sh_world *w, const sh_command *c)
{
	size_t length;
	sb_archive in = {0};
	const char *file = c->words.at[0];
	char *bytes = sb_file_bytes(w->diag, file, &length);
	if (!bytes)
		return false;
	sb_seal seal = sb_archive_open(bytes, length, tag, LAYOUT, &in);
	bool good = seal == SB_SEALED && restore(w, file, &in);
	if (!good && !sb_messages(w->diag))
		sb_help(sb_report(w->diag, SB_ERROR, "T0165", (sb_span){0}, seal == SB_OTHER ? "'%s' is not a saved process"
						  : "'%s' is damaged", file), "SAVE writes such files");
	free(bytes);
	return good;
}
