/* Private to this room: how the parts of the printer share their state. */
#ifndef SALTUS_MODEL_PRINT_INSIDE_H
#define SALTUS_MODEL_PRINT_INSIDE_H

#include "model/print/print.h"

typedef struct sm_printing {
	const sm_model *model;
	const sm_function *function; /* whose locals the expressions mean; NULL outside of functions */
	uint32_t depth;              /* of indentation */
	/* Modelica that can be read again: names of several parts are quoted, with all subscripts behind them. Otherwise as
	 * a person would name it, for messages */
	bool valid;
	struct sm_met *met;          /* in a function: constants of the model that it reads; may be NULL */
} sm_printing;
typedef struct sm_met { sb_arena *arena; sb_u32s variables; } sm_met;

/* The equations of a model with states as they hold always (print_states.c); false: some cannot be written so. */
bool sm_spread_states(const sm_model *m, sb_arena *arena, sm_equations *out);

/* A name as an identifier of Modelica: quoted where it is none and the text is to be valid. */
void sm_write_identifier(const sm_printing *p, const char *name, sb_text *out);
void sm_write_iterator(const sm_printing *p, uint32_t iterator, sb_text *out);

void sm_write(const sm_printing *p, sx_ref e, sb_text *out);
/* Equations of one domain that follow each other are written in one loop; returns how many of the n were written. */
uint32_t sm_write_family(const sm_printing *p, sm_equation *const *all, uint32_t n, sb_text *out);
void sm_write_statement(const sm_printing *p, const sm_statement *s, sb_text *out);
void sm_write_type(const sm_printing *p, sx_type type, const char *object, sb_text *out);
void sm_write_variable(const sm_printing *p, const sm_variable *v, sb_text *out);         /* its declaration */
void sm_write_question(const sm_printing *p, sx_ref e, sb_text *out);                     /* ASK */
/* without indentation; false: it is of another kind */
bool sm_write_process_statement(const sm_printing *p, const sm_statement *s, sb_text *out);
void sm_write_processes(const sm_printing *p, sb_text *out); /* all about them, as comments */
void sm_write_string(const char *text, sb_text *out);
/* Specialisations of one function share its name; from the second on they get a number. With `result` > 0 the name of
 * the function that gives this result alone, for which Modelica has no expression. */
void sm_write_function_name(const sm_printing *p, uint32_t function, uint32_t result, sb_text *out);

#endif
