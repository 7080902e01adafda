/* The tree as Modelica.
 *
 * A block of text becomes a class: a submodel a block, an experiment a model. A call becomes a component, whose inputs
 * have equations. The initial region is an initial algorithm, a `when` an algorithm; a state that is set there has a
 * variable beside it, 'x+', which takes the new value, and a reinit. A variable that only the initial region sets is a
 * parameter that is not fixed. A field is an array over the points of its space.
 *
 *     muss_write.c             classes, declarations, experiments
 *     muss_write_statement.c   equations and statements
 *     muss_write_expression.c  expressions
 *     muss_write_space.c       fields: differences in space, ends, values at places
 *     muss_write_study.c       studies, as statements that know no notation (front/study_steps.h)
 */
#ifndef SALTUS_FRONT_MUSS_WRITE_H
#define SALTUS_FRONT_MUSS_WRITE_H

#include "front/muss/check/muss_check.h"
#include "front/written/written.h"
#include "front/study_steps.h"

typedef struct mu_writer {
	const mu_text *text;
	const mu_unit *unit;
	const char *package;
	sb_text *out;
	sb_origins *origins;             /* NULL: nobody asks where a word is from */
	uint32_t indent;
	bool procedural;                 /* := and not = */
	const mu_node *set_in;           /* the `when` whose states are read as 'x+'; NULL: none */
	const char *point;               /* at which point of the space fields are written, as Modelica; NULL: at none */
	int end;                         /* the point is the first (-1) or the last (1) one, or inside (0) */
	bool told;                       /* that an end has no condition */
} mu_writer;

/* All blocks as one package. */
void mu_write(const mu_text *text, const char *package, sb_text *out, sb_origins *origins);

/* A study of the text that was checked. */
sf_study *mu_make_study(const mu_text *text, const mu_unit *unit, const char *path);

/* Inside of the room. */
void mu_put(mu_writer *w, sb_span from, const char *text);       /* text that stands for this place */
void mu_putf(mu_writer *w, sb_span from, const char *format, ...) __attribute__((format(printf, 3, 4)));
void mu_line(mu_writer *w, sb_span from);                        /* a new line, indented */
const char *mu_plain(mu_writer *w, const char *name);            /* sf_name */
void mu_write_expression(mu_writer *w, const mu_node *e);
void mu_write_dotted(mu_writer *w, const mu_node *name);         /* what stands behind a dot, and in it */
void mu_write_as(mu_writer *w, const mu_node *e, int type);      /* a value of this type */
void mu_write_statements(mu_writer *w, const mu_node *list);     /* statements of an algorithm */
void mu_write_equations(mu_writer *w, const mu_node *list);
void mu_write_whens(mu_writer *w, const mu_node *list);
void mu_write_calls(mu_writer *w);
bool mu_sets(const mu_node *list, const char *name);             /* does a statement of the list set it? */
bool mu_is_reset(const mu_writer *w, const mu_symbol *s);        /* a state that a `when` sets */

/* Fields. */
const mu_symbol *mu_space(const mu_unit *u);
void mu_write_field(mu_writer *w, const mu_node *n, const mu_symbol *field, int order);
void mu_write_field_function(mu_writer *w, const mu_node *e);
void mu_write_field_equation(mu_writer *w, const mu_node *assign, const mu_symbol *field);
void mu_write_space(mu_writer *w, const mu_symbol *z);           /* its declarations */
void mu_write_ends(mu_writer *w);                                /* values that are given at an end */

#endif
