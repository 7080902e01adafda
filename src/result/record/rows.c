/* Rows of a record as bytes: for a run that goes on in another process. Each row has its time, its channels and its
 * mark. */
#include "result/record/recorded.h"
#include <string.h>

uint64_t sr_layout(const sr_record *r)
{
	uint64_t hash = sb_hash((const char *)&r->channels, sizeof r->channels, 0);
	for (uint32_t i = 0; i < r->count; i++) {
		const sr_column *c = &r->columns[i];
		uint32_t numbers[] = {c->constant, c->channel, c->negated, c->kind};
		hash = sb_hash(c->name, strlen(c->name), hash);
		hash = sb_hash((const char *)numbers, sizeof numbers, hash);
	}
	return hash;
}

uint64_t sr_rows_bytes(const sr_record *r)
{
	return r->rows*(sizeof(double)*(r->channels + 1ull) + 1);
}

bool sr_rows_write(const sr_record *r, uint32_t from, FILE *out)
{
	for (uint32_t row = from; row < r->rows; row++) {
		const sr_block *b = &r->blocks[row / r->block_rows];
		uint32_t k = row % r->block_rows;
		fwrite(&b->time[k], sizeof(double), 1, out);
		fwrite(b->values + (size_t)k * r->channels, sizeof(double), r->channels, out);
		fputc(b->mark[k], out);
	}
	return !ferror(out);
}

bool sr_rows_read(sr_record *r, uint32_t count, FILE *in)
{
	while (r->rows < count) {
		double time;
		if (fread(&time, sizeof time, 1, in) != 1)
			return false;
		uint32_t k = r->rows % r->block_rows;
		double *values = sr_row(r, time, SR_GRID);
		size_t got = fread(values, sizeof(double), r->channels, in);
		int mark = fgetc(in);
		if (got != r->channels || mark < 0 || mark > SR_PEAK)
			return false;
		r->blocks[r->block_count - 1].mark[k] = (uint8_t)mark;
	}
	return true;
}
