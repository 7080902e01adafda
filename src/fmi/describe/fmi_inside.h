/* What the files that read a description share. */
#ifndef SALTUS_FMI_INSIDE_H
#define SALTUS_FMI_INSIDE_H

#include "base/xml.h"
#include "fmi/describe/fmi_describe.h"

typedef struct fi_reader { sb_arena *arena; sb_diag *diag; fi_description *d; } fi_reader;

/* A rule is broken. `rule`: the section of the standard and what it says; NULL: XML alone says so. */
sb_message *fi_wrong(fi_reader *r, const char *code, sb_span span, const char *rule, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/* Values of attributes; each reports one that is not of its kind, and one that must be there and is not. */
const char *fi_text(fi_reader *r, const sb_xml_node *n, const char *name, bool required);       /* NULL: not there */
bool fi_flag(fi_reader *r, const sb_xml_node *n, const char *name, bool otherwise);
double fi_number(fi_reader *r, const sb_xml_node *n, const char *name);                        /* NaN: not there */
uint32_t fi_count(fi_reader *r, const sb_xml_node *n, const char *name, bool required);        /* FI_NONE */
/* Numbers between blanks. */
double *fi_numbers(fi_reader *r, const sb_xml_node *n, const char *name, uint32_t *count);
uint32_t *fi_counts(fi_reader *r, const sb_xml_node *n, const char *name, uint32_t *count);
/* One of the words (NULL-terminated); `otherwise` where it is not there or wrong. */
int fi_word(fi_reader *r, const sb_xml_node *n, const char *name, const char *const *words, int otherwise);

void fi_read_variables(fi_reader *r, const sb_xml_node *list);       /* variables.c */
void fi_read_structure(fi_reader *r, const sb_xml_node *root);       /* structure_lists.c */
void fi_check_rules(fi_reader *r);                                   /* rules.c */

#endif
