/* The journal of a record: a file whose pages are shared by processes.
 *
 *     head       one page: sizes, and how many rows there are
 *     columns    their texts and marks, in the order of the record
 *     constants  one number for each column
 *     blocks     each as in the record: times, values, marks
 *
 * The record works in these pages directly. Nothing is written row by row, so nothing is missing when its process ends,
 * however it ends. */
#include "result/record/recorded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/stop.h"

static const char right_name[8] = "saltus-j";
enum { PAGE = 1 << 16 };                 /* a multiple of any page */

typedef struct head {
	char name[8];
	uint64_t columns, constants, blocks;
	uint32_t count, channels, block_rows, rows;
} head;

struct sr_journal { int file; head *head; double *constants; size_t block_bytes, constant_bytes; };

static size_t pages(size_t bytes)
{
	return (bytes + PAGE - 1) / PAGE * PAGE;
}

static size_t block_bytes(const head *h)
{
	return pages(h->block_rows * (sizeof(double) * (h->channels + 2ul) + 1));
}

static void place_block(const head *h, char *at, sr_block *b)
{
	b->time = (double *)at;
	b->values = b->time + h->block_rows;
	b->mark = (uint8_t *)(b->values + (size_t)h->block_rows * (h->channels + 1));
}

static void *map_pages(int file, size_t at, size_t bytes)
{
	void *pages_ = ftruncate(file, (off_t)(at + bytes)) == 0
					   ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)at)
					   : MAP_FAILED;
	if (pages_ != MAP_FAILED)
		return pages_;
	fprintf(stderr, "saltus: out of memory (%zu bytes more were asked for the results)\n", bytes);
	sb_end(EXIT_FAILURE);
}

/* ------------------------------------------------------------------------------------------------------ writing */

static void add_text(sb_text *out, const char *text)
{
	uint32_t n = (uint32_t)strlen(text);
	sb_addn(out, (const char *)&n, sizeof n);
	sb_addn(out, text, n);
}

static void add_column(sb_text *out, const sr_column *c)
{
	uint32_t numbers[] = {c->kind, c->constant, c->channel, c->negated, c->discrete, c->state, c->literal_count};
	sb_addn(out, (const char *)numbers, sizeof numbers);
	add_text(out, c->name);
	add_text(out, c->unit);
	add_text(out, c->description);
	for (uint32_t k = 0; k < c->literal_count; k++)
		add_text(out, c->literals[k]);
}

void sr_record_journal(sr_record *r, int file)
{
	sb_text columns = {0};
	for (uint32_t i = 0; i < r->count; i++)
		add_column(&columns, &r->columns[i]);
	sr_journal *j = sb_draw(NULL, sizeof *j);
	j->file = file;
	bool empty = ftruncate(file, 0) == 0;
	head h = {.columns = PAGE, .constants = PAGE + pages(columns.n), .count = r->count, .channels = r->channels,
		.block_rows = r->block_rows};
	j->constant_bytes = pages((r->count + 1) * sizeof(double));
	h.blocks = h.constants + j->constant_bytes;
	j->block_bytes = block_bytes(&h);
	j->head = map_pages(file, 0, PAGE);
	j->constants = map_pages(file, h.constants, j->constant_bytes);
	bool written = empty && (!columns.n || pwrite(file, columns.at, columns.n, PAGE) == (ssize_t)columns.n);
	*j->head = h;
	if (written)                     /* last: now it is one */
		memcpy(j->head->name, right_name, sizeof right_name);
	sb_text_free(&columns);
	r->journal = j;
}

void sr_journal_block(sr_record *r, sr_block *b)
{
	sr_journal *j = r->journal;
	place_block(j->head, map_pages(j->file, j->head->blocks + (r->block_count - 1) * j->block_bytes, j->block_bytes),
				b);
}

void sr_journal_row(sr_journal *j, uint32_t rows)
{
	j->head->rows = rows;
}

void sr_journal_constant(sr_journal *j, uint32_t column, double value)
{
	j->constants[column] = value;
}

void sr_journal_free(sr_record *r)
{
	sr_journal *j = r->journal;
	for (uint32_t i = 0; i < r->block_count; i++)
		munmap(r->blocks[i].time, j->block_bytes);
	r->block_count = 0;
	munmap(j->constants, j->constant_bytes);
	munmap(j->head, PAGE);
	sb_put_back(j);
	r->journal = NULL;
}

/* ------------------------------------------------------------------------------------------------------ reading */

typedef struct reader { sb_arena *arena; const char *at, *end; bool good; } reader;

static void take(reader *r, void *to, size_t bytes)
{
	r->good = r->good && (size_t)(r->end - r->at) >= bytes;
	if (!r->good)
		return;
	memcpy(to, r->at, bytes);
	r->at += bytes;
}

static const char *take_text(reader *r)
{
	uint32_t n = 0;
	take(r, &n, sizeof n);
	r->good = r->good && (size_t)(r->end - r->at) >= n;
	const char *text = r->good ? sb_strndup(r->arena, r->at, n) : "";
	r->at += r->good ? n : 0;
	return text;
}

static void take_column(reader *r, sr_column *c, double value)
{
	uint32_t n[7] = {0};
	take(r, n, sizeof n);
	*c = (sr_column){.kind = (sr_kind)n[0], .constant = n[1], .channel = n[2], .negated = n[3], .discrete = n[4],
		.state = n[5], .value = value};
	c->name = take_text(r);
	c->unit = take_text(r);
	c->description = take_text(r);
	const char **literals = sb_new_array(r->arena, const char *, r->good ? n[6] + 1 : 1);
	for (; r->good && c->literal_count < n[6]; c->literal_count++)
		literals[c->literal_count] = take_text(r);
	c->literals = literals;
}

static void copy_rows(sr_record *r, const head *h, const char *file)
{
	size_t bytes = block_bytes(h);
	for (uint32_t row = 0; row < h->rows; row++) {
		sr_block b;
		uint32_t k = row % h->block_rows;
		place_block(h, (char *)file + h->blocks + row / h->block_rows * bytes, &b);
		memcpy(sr_row(r, b.time[k], (sr_mark)b.mark[k]), b.values + (size_t)k * h->channels,
			   h->channels * sizeof(double));
	}
}

/* The process that wrote it may have damaged it: nothing is believed that does not fit. */
static bool fits(const head *h, size_t size)
{
	uint64_t blocks = h->block_rows ? ((uint64_t)h->rows + h->block_rows - 1) / h->block_rows : 0;
	return memcmp(h->name, right_name, sizeof right_name) == 0 && h->block_rows && h->columns <= h->constants &&
		   h->constants <= h->blocks && h->blocks <= size && (h->blocks - h->constants) / sizeof(double) > h->count &&
		   h->channels < 1u << 28 && blocks <= (size - h->blocks) / block_bytes(h);
}

sr_record *sr_journal_read(int file)
{
	off_t size = lseek(file, 0, SEEK_END);
	char *at = size > (off_t)sizeof(head) ? mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
	sr_record *r = NULL;
	head h;
	if (at == MAP_FAILED)
		return NULL;
	memcpy(&h, at, sizeof h);
	if (fits(&h, (size_t)size)) {
		reader in = {.arena = sb_arena_new(), .at = at + h.columns, .end = at + h.constants, .good = true};
		sr_column *columns = sb_new_array(in.arena, sr_column, h.count + 1);
		const double *constants = (const double *)(at + h.constants);
		for (uint32_t i = 0; i < h.count && in.good; i++) {
			take_column(&in, &columns[i], constants[i]);
			in.good = in.good && (columns[i].constant || columns[i].channel < h.channels);
		}
		if (in.good) {
			r = sr_record_new(columns, h.count, h.channels);
			copy_rows(r, &h, at);
		}
		sb_arena_free(in.arena);
	}
	munmap(at, (size_t)size);
	return r;
}
