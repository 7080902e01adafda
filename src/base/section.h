/* Sections of an array: boxes of subscripts, and the cells that their elements lie in. A plan and the image of a
 * program have the same ones.
 *
 * An array is divided into boxes lo..hi (subscripts from 1, one pair for each dimension). The elements of a section are
 * one cell together (`whole`), or a cell each, numbered row by row from `cell`. An array of a rank beyond SB_RANK_MOST
 * is one section that is not whole, and has no lo and hi. Elements of an array are numbered row by row from 0. */
#ifndef SALTUS_BASE_SECTION_H
#define SALTUS_BASE_SECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { SB_RANK_MOST = 4 };
typedef struct sb_box { uint32_t rank; int64_t lo[SB_RANK_MOST], hi[SB_RANK_MOST]; } sb_box;
typedef struct sb_section {
	uint32_t variable, count, cell;
	bool whole, in_row;              /* in_row: the places of neighbours lie a stride apart; always, of a whole one */
	sb_box box;
	uint32_t stride[SB_RANK_MOST];
} sb_section;
typedef struct sb_shape { const uint32_t *size; uint32_t rank, count; } sb_shape;

/* The subscripts of a box in dimension d, 3 or 3:7; for sb_write_name. */
void sb_write_range(void *box, uint32_t d, sb_text *out);
/* The number of an element among those of a box, row by row. */
uint32_t sb_number_in(const sb_box *box, const int64_t *element);
/* The section of an element among those of its array, its cell, and how far from the place of the cell it lies. */
const sb_section *sb_section_of(const sb_section *sections, sb_shape array, uint32_t element, uint32_t *cell,
								uint32_t *away);
/* The element of a whole section, or of one in a row, that lies `away` from its first. False: there is none. */
bool sb_element_away(const sb_section *p, sb_shape array, uint32_t away, uint32_t *element);
/* The element that has cell number i of a section whose elements are cells of their own. */
uint32_t sb_element_of_cell(const sb_section *p, sb_shape array, uint32_t i);
/* How far from its first each element of a whole section lies, row by row. */
void sb_each_element(const sb_section *p, void (*see)(void *context, uint32_t away), void *context);

#endif
