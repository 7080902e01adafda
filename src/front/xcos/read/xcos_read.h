/* Files of Xcos as trees.
 *
 * A .xcos file is XML. A .zcos file is a zip archive with content.xml, and mostly dictionary/dictionary.ser: values
 * that
 * the XML refers to by position, as a stream of Java objects. Both come from anywhere, so each reader has limits: those
 * of archives and XML (base/zip.h, base/xml.h), and those of streams.
 *
 * Scilab's values are matrices (of numbers, texts, Booleans) and lists; all of them are an xc_value.
 */
#ifndef SALTUS_FRONT_XCOS_READ_H
#define SALTUS_FRONT_XCOS_READ_H

#include "base/xml.h"

typedef enum xc_kind { XC_NUMBER, XC_TEXT, XC_LIST, XC_POLYNOMIAL, XC_RATIONAL } xc_kind;

/* Matrices are kept column by column. */
typedef struct xc_value {
	xc_kind kind;
	uint32_t rows, columns;
	double *re, *im; /* numbers; im NULL: real. A polynomial: its coefficients, from the constant one on */
	const char **text;
	int type; /* of numbers, as ports have it: 1 real, 2 complex, 3 to 8 integers; 0: Boolean */
	struct xc_value **item; /* of a list; of a rational numerator and denominator */
	const char **field; /* names of the items of a tlist, mlist or struct; NULL: a list */
	uint32_t items;
	const char *tag; /* of a tlist or mlist: Block, model, diagram, ...; else NULL */
} xc_value;

typedef sb_xml_attribute xc_attribute;
typedef sb_xml_node xc_node;

/* What a file holds. */
typedef struct xc_file {
	xc_node *root;
	xc_value *dictionary; /* a list; NULL: there is none */
	uint32_t source; /* the XML, as a source of the diag */
} xc_file;

/* The file, or the text of one; NULL after messages. */
bool xc_read(sb_arena *arena, sb_diag *diag, const char *path, const char *text, xc_file *out);

/* The value of an attribute, or `otherwise`. */
const char *xc_attribute_of(const xc_node *node, const char *name, const char *otherwise);
double xc_number_of(const xc_node *node, const char *name, double otherwise);
xc_node *xc_child_as(const xc_node *node, const char *as); /* the child with this attribute `as`; or NULL */

/* The value that an element is: by its text, or from the dictionary; NULL: none. */
const xc_value *xc_value_of(sb_arena *arena, const xc_file *file, const xc_node *node);
const xc_value *xc_field(const xc_value *list, const char *name); /* NULL: there is none */
xc_value *xc_matrix(sb_arena *arena, xc_kind kind, uint32_t rows, uint32_t columns);
xc_value *xc_list(sb_arena *arena, uint32_t items);

/* Inside of the room. */
xc_value *xc_read_java(sb_arena *arena, sb_diag *diag, const char *path, const unsigned char *bytes, size_t length);

#endif
