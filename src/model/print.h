/* Private to src/model: how the parts of the printer share their state. */
#ifndef SALTUS_MODEL_PRINT_H
#define SALTUS_MODEL_PRINT_H

#include "model/model.h"

typedef struct sm_printing {
	const sm_model *model;
	const sm_function *function; /* whose locals the expressions mean; NULL outside of functions */
	uint32_t depth;              /* of indentation */
} sm_printing;

void sm_write(const sm_printing *p, sx_ref e, sb_text *out);
void sm_write_equation(const sm_printing *p, const sm_equation *q, sb_text *out);
/* Equations of one domain that follow each other are written in one loop; returns how many of the n were written. */
uint32_t sm_write_family(const sm_printing *p, sm_equation *const *all, uint32_t n, sb_text *out);
void sm_write_statement(const sm_printing *p, const sm_statement *s, sb_text *out);
void sm_write_string(const char *text, sb_text *out);
/* Specialisations of one function share its name; from the second on they get a number. */
void sm_print_function_name(const sm_model *m, uint32_t function, sb_text *out);

#endif
