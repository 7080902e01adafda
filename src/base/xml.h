/* XML as far as files have it that come from other tools: elements, attributes, comments. The author of such a file is
 * not trusted. There are no document types, and no entities but the five of XML and characters by number, so nothing
 * can refer to other files or grow. Depth and attributes are limited. Text between elements is left out: none of these
 * files gives it a meaning; sections of text (CDATA) are passed over where the caller says that they may be there.
 */
#ifndef SALTUS_BASE_XML_H
#define SALTUS_BASE_XML_H

#include "base/diag.h"

typedef struct sb_xml_attribute { const char *name, *value; uint32_t at; } sb_xml_attribute;  /* at: in the text */
typedef struct sb_xml_node {
	const char *name;
	sb_xml_attribute *attribute;
	uint32_t attributes;
	struct sb_xml_node *first, *last, *next;
	sb_span span;                    /* of its opening tag */
} sb_xml_node;

/* How a mistake is told: the code, what is not well-formed ("the diagram"), and what to do. */
typedef struct sb_xml_words { const char *code, *what, *help; bool sections; } sb_xml_words;

/* The tree of a source; NULL after a report. */
sb_xml_node *sb_xml_parse(sb_arena *arena, sb_diag *diag, uint32_t source, const sb_xml_words *words);
const char *sb_xml_value(const sb_xml_node *node, const char *name);                 /* of an attribute; NULL: none */
sb_xml_node *sb_xml_child(const sb_xml_node *node, const char *name);                /* the first; NULL: none */
/* The place of the value of an attribute; that of the element if it has none of this name. */
sb_span sb_xml_span(const sb_xml_node *node, const char *name);

#endif
