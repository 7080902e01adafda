/* A record: rows of channels in blocks that are never moved, so that a long run does not copy what it has recorded. */
#include "result/record/recorded.h"
#include "result/record/sink.h"
#include "base/check.h"
#include <stdlib.h>
#include <string.h>

sr_record *sr_record_new(const sr_column *columns, uint32_t count, uint32_t channels)
{
	sr_record *r = sb_draw(NULL, sizeof *r);
	memset(r, 0, sizeof *r);
	r->arena = sb_arena_new();
	r->names = sb_names_new(r->arena);
	r->by_name = sb_map_new(r->arena);
	r->count = count;
	r->channels = channels;
	r->block_rows = channels < 256 ? 512 : 131072 / channels + 1;
	r->columns = sb_new_array(r->arena, sr_column, count + 1);
	for (uint32_t i = 0; i < count; i++) {
		sr_column *c = &r->columns[i];
		*c = columns[i];
		c->name = sb_intern(r->names, columns[i].name);
		c->unit = sb_intern(r->names, columns[i].unit ? columns[i].unit : "");
		c->shown_unit = sb_intern(r->names, columns[i].shown_unit ? columns[i].shown_unit : "");
		c->description = sb_intern(r->names, columns[i].description ? columns[i].description : "");
		const char **literals = sb_new_array(r->arena, const char *, c->literal_count + 1);
		for (uint32_t k = 0; k < c->literal_count; k++)
			literals[k] = sb_intern(r->names, columns[i].literals[k]);
		c->literals = literals;
		sb_map_put(&r->by_name, (uint64_t)(uintptr_t)c->name, i);
	}
	return r;
}

void sr_record_free(sr_record *r)
{
	if (!r)
		return;
	if (r->journal)
		sr_journal_free(r);
	for (uint32_t i = 0; i < r->block_count; i++) {
		sb_put_back(r->blocks[i].time);
		sb_put_back(r->blocks[i].values);
		sb_put_back(r->blocks[i].mark);
	}
	sb_put_back(r->blocks);
	sb_arena_free(r->arena);
	sb_put_back(r);
}

static void add_block(sr_record *r)
{
	if (r->block_count == r->block_cap) {
		r->block_cap = r->block_cap ? 2 * r->block_cap : 4;
		r->blocks = sb_draw(r->blocks, r->block_cap * sizeof *r->blocks);
	}
	sr_block *b = &r->blocks[r->block_count++];
	if (r->journal) {
		sr_journal_block(r, b);
		return;
	}
	b->time = sb_draw(NULL, r->block_rows * sizeof *b->time);
	b->mark = sb_draw(NULL, r->block_rows * sizeof *b->mark);
	b->values = sb_draw(NULL, (size_t)r->block_rows * (r->channels + 1) * sizeof *b->values);
}

double *sr_row(sr_record *r, double time, sr_mark mark)
{
	uint32_t k = r->rows++ % r->block_rows;
	if (k == 0)
		add_block(r);
	sr_block *b = &r->blocks[r->block_count - 1];
	b->time[k] = time;
	b->mark[k] = (uint8_t)mark;
	if (r->journal)
		sr_journal_row(r->journal, r->rows);
	return b->values + (size_t)k * r->channels;
}

uint32_t sr_rows(const sr_record *r)
{
	return r->rows;
}

uint32_t sr_columns(const sr_record *r)
{
	return r->count;
}

const sr_column *sr_column_at(const sr_record *r, uint32_t column)
{
	sb_must(column < r->count, "of %u columns number %u is asked for", r->count, column);
	return &r->columns[column];
}

uint32_t sr_find(const sr_record *r, const char *name)
{
	const char *known = sb_internedn(r->names, name, strlen(name));
	uint64_t found;
	return known && sb_map_get(&r->by_name, (uint64_t)(uintptr_t)known, &found) ? (uint32_t)found : UINT32_MAX;
}

double sr_time(const sr_record *r, uint32_t row)
{
	return r->blocks[row / r->block_rows].time[row % r->block_rows];
}

sr_mark sr_mark_at(const sr_record *r, uint32_t row)
{
	return (sr_mark)r->blocks[row / r->block_rows].mark[row % r->block_rows];
}

const double *sr_channels_at(const sr_record *r, uint32_t row)
{
	return r->blocks[row / r->block_rows].values + (size_t)(row % r->block_rows) * r->channels;
}

uint32_t sr_stride(const sr_record *r)
{
	return r->block_count == 1 ? r->channels : 0;
}

double sr_value(const sr_record *r, uint32_t row, uint32_t column)
{
	const sr_column *c = &r->columns[column];
	if (c->constant)
		return c->value;
	double v = sr_channels_at(r, row)[c->channel];
	return c->negated ? -v : v;
}

double sr_shown(const sr_record *r, uint32_t row, uint32_t column)
{
	const sr_column *c = &r->columns[column];
	double v = sr_value(r, row, column);
	return *c->shown_unit ? v * c->shown_factor + c->shown_offset : v;
}

const char *sr_shown_unit(const sr_record *r, uint32_t column)
{
	const sr_column *c = &r->columns[column];
	return *c->shown_unit ? c->shown_unit : c->unit;
}

void sr_set_constant(sr_record *r, uint32_t column, double value)
{
	r->columns[column].value = value;
	if (r->journal)
		sr_journal_constant(r->journal, column, value);
}

static bool keep_row(void *self, double time, sr_mark mark, const double *channels)
{
	sr_record *r = self;
	memcpy(sr_row(r, time, mark), channels, r->channels * sizeof *channels);
	return true;
}

sr_sink sr_record_sink(sr_record *r)
{
	return (sr_sink){.self = r, .row = keep_row};
}

bool sr_replay(const sr_record *r, const sr_sink *to)
{
	bool good = !to->begin || to->begin(to->self, r);
	for (uint32_t row = 0; row < r->rows && good && to->row; row++)
		good = to->row(to->self, sr_time(r, row), sr_mark_at(r, row), sr_channels_at(r, row));
	return good;
}
