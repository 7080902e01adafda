/* Describe: a plan in words and as JSON, for those who look at it. */
#ifndef SALTUS_STRUCTURE_DESCRIBE_H
#define SALTUS_STRUCTURE_DESCRIBE_H

#include "structure/ground/ground.h"

/* describe_routines.c */
void ss_describe_routines(const ss_plan *plan, sb_text *out);

/* describe_lists.c */
enum { SS_LISTED_MOST = 12 };
/* A heading and what follows it, separated by commas; past SS_LISTED_MOST the rest is counted. */
typedef struct ss_listing { sb_text *out; const char *heading; uint32_t n; } ss_listing;
bool ss_list_next(ss_listing *l);                /* false: there are enough of them */
void ss_list_finish(ss_listing *l);
const char *ss_plural(uint32_t n);
void ss_add_short(const ss_plan *plan, sx_ref e, sb_text *out);
void ss_add_line(const ss_plan *plan, sb_span span, sb_text *out);
void ss_add_position(const ss_plan *plan, sb_span span, sb_text *out);

/* describe_schedules.c */
void ss_describe_schedules(const ss_plan *plan, sb_text *out);

/* describe_events.c */
void ss_describe_events(const ss_plan *plan, sb_text *out);

#endif
