/* What diag.c keeps and render.c shows; for these two files only. */
#ifndef SALTUS_BASE_DIAG_INSIDE_H
#define SALTUS_BASE_DIAG_INSIDE_H

#include "base/diag.h"

/* A source that is others, one behind another: from byte `start` on it is this one. */
typedef struct sb_source_part { uint32_t start, source; } sb_source_part;

typedef struct sb_source {
	const char *path, *text;
	uint32_t length;
	const sb_source_part *parts;      /* NULL: it is none of that kind */
	uint32_t part_count;
	uint32_t *lines, line_count;      /* where each line starts; made when a place is first asked for */
	/* The place asked for last. Messages come mostly in order: in one very long line the columns are counted once. */
	uint32_t last_offset, last_line, last_column;
} sb_source;

typedef enum sb_extra_kind { SB_EXTRA_ALSO, SB_EXTRA_NOTE, SB_EXTRA_HELP } sb_extra_kind;
typedef struct sb_extra {
	struct sb_extra *next;
	sb_extra_kind kind;
	sb_span span;
	const char *text;
} sb_extra;

struct sb_message {
	sb_diag *diag;
	sb_severity severity;
	bool dropped;                     /* counted only */
	const char *code, *text, *note, *help;
	sb_span span;
	sb_extra *first, **last;
};

struct sb_diag {
	sb_arena *arena;
	sb_vec(sb_source *) sources;
	sb_vec(sb_message *) messages;
	uint32_t counts[3];               /* by severity, with the dropped ones */
	uint32_t dropped[3];
	sb_message scratch;               /* what sb_report gives for a message that is only counted */
};

/* The source of a span, with the span brought inside its text; NULL without a place. */
sb_source *sb_source_of(const sb_diag *diag, sb_span *span);

/* The line of an offset, from 0, and where it ends: before its line feed, or at the end of the text. */
uint32_t sb_line_of(const sb_diag *diag, sb_source *source, uint32_t offset);
uint32_t sb_line_end(const sb_source *source, uint32_t line);

#endif
