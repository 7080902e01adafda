/* What the list of messages (docs/messages.d) says, as a table that is made when Saltus is built (scripts/messages).
 * Sorted by code. */
#ifndef SALTUS_TOOL_EXPLANATIONS_H
#define SALTUS_TOOL_EXPLANATIONS_H

#include <stddef.h>
#include <stdint.h>

typedef struct tool_explanation {
	const char *code, *severity, *text;
	const char *example;                         /* a model that gets this message and no other; NULL: none is short */
} tool_explanation;
extern const tool_explanation tool_explanations[];
extern const uint32_t tool_explanation_count;

typedef struct tool_code_group { const char *letter, *title, *text; } tool_code_group;
extern const tool_code_group tool_code_groups[];             /* ended by one without a letter */

#endif
