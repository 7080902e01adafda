/* Private to src/result: what a record is made of. */
#ifndef SALTUS_RESULT_RECORDED_H
#define SALTUS_RESULT_RECORDED_H

#include "base/map.h"
#include "base/stock.h"
#include "result/record/result_record.h"

typedef struct sr_block { double *time, *values; uint8_t *mark; } sr_block;
typedef struct sr_journal sr_journal;

struct sr_record {
	sb_arena *arena;
	sb_names *names;
	sr_column *columns;
	uint32_t count, channels;
	uint32_t block_rows;             /* rows of a block: about a megabyte */
	sb_map by_name;
	sr_block *blocks;
	uint32_t block_count, block_cap, rows;
	sr_journal *journal;             /* NULL: rows are in this process alone */
};

/* journal.c */
void sr_journal_block(sr_record *r, sr_block *b);            /* the next block */
void sr_journal_row(sr_journal *j, uint32_t rows);
void sr_journal_constant(sr_journal *j, uint32_t column, double value);
void sr_journal_free(sr_record *r);

#endif
