/* What the parts of the export of FMUs share: the variables of one FMU. */
#ifndef SALTUS_EXPORT_FMU_H
#define SALTUS_EXPORT_FMU_H

#include "export/fmu_export.h"
#include "export/make/export_make.h"
#include "structure/derivatives.h"
#include "structure/incidence.h"

typedef enum so_causality { SO_LOCAL, SO_PARAMETER, SO_CALCULATED, SO_INPUT, SO_OUTPUT, SO_INDEPENDENT } so_causality;
typedef enum so_variability { SO_CONSTANT, SO_FIXED, SO_TUNABLE, SO_DISCRETE, SO_CONTINUOUS } so_variability;
typedef enum so_initial { SO_NO_INITIAL, SO_EXACT, SO_BY_MODEL } so_initial;
typedef enum so_kind { SO_OF_MODEL, SO_TIME, SO_RATE, SO_INDICATOR } so_kind;

#define SO_NONE UINT32_MAX

typedef struct so_variable {
	so_kind kind;
	const char *name;
	uint32_t of;                     /* the variable of the image; of a rate: the state's; SO_NONE */
	uint32_t first, count;           /* scalars; of a rate those of the state; of an indicator the condition */
	bool whole;                      /* an array as it is, with the shape of the variable */
	so_causality causality; so_variability variability; so_initial initial;
	uint32_t start;                  /* the scalar of the parameter that is its start value; SO_NONE */
	uint32_t state;                  /* its first state; SO_NONE: it is none */
	uint32_t derivative;             /* of a rate: number of its state's variable */
	uint32_t main;                   /* the variable whose alias it is; its own number: it is none */
	uint32_t alias;                  /* the next one of the same main; SO_NONE */
	uint32_t reference;
	uint32_t index;                  /* from 1, in the order of the description (2.0) */
	double min, max, nominal;        /* NaN: none */
} so_variable;

typedef struct so_fmu {
	so_job j;
	const so_fmu_options *o;
	sb_arena *arena;
	const char *identifier, *token;
	sb_vec(so_variable) variables;
	uint32_t *of_state;              /* by state: the variable */
	uint32_t *rate_of;               /* by state: the variable that is its rate */
	sb_u32s indicators;              /* conditions */
	sb_u32s watch_variable;          /* by indicator: the variable, in 3.0 */
	uint32_t references;
	ss_dependence *depends;          /* NULL: not known */
	sb_u32s asked;                   /* the scalars whose causes it has: of outputs */
	ss_derivatives *derived; ss_rows rows; ss_columns columns;
	sc_alone derivatives;            /* text and sites */
	bool *tunable;                   /* by variable of the image */
	so_fmu_report *report;
} so_fmu;

void so_list_variables(so_fmu *f);                                       /* fmu_variables.c */
double so_start_of(const so_fmu *f, const so_variable *v, uint32_t element);
bool so_has_start(const so_variable *v);
int so_type_of(const so_fmu *f, const so_variable *v);                   /* FMU_FLOAT,
		... of interface/export_interface.h */
void so_find_dependence(so_fmu *f);                                      /* fmu_depends.c */
/* What a variable depends on: pairs of the variable and a kind ("dependent", ...). False: not known. */
typedef struct so_dependency { uint32_t variable; const char *kind; } so_dependency;
typedef sb_vec(so_dependency) so_dependencies;
bool so_depends_on(so_fmu *f, uint32_t variable, so_dependencies *out);
void so_put_units(so_fmu *f, sb_text *out);                              /* fmu_units.c */
void so_put_types(so_fmu *f, sb_text *out);
const char *so_unit_of(const so_fmu *f, const so_variable *v);           /* "": none */
const char *so_display_of(const so_fmu *f, const so_variable *v);
const char *so_enumeration_name(const so_fmu *f, uint32_t number);
/* fmu_terminals.c: false: there is nothing to put there */
bool so_put_terminals(const so_fmu *f, bool icon, sb_text *out);
/* fmu_archive.c: the files that are compiled, each as an element that begins like this */
void so_put_source_files(const so_fmu *f, const char *begins, sb_text *out);
void so_describe(so_fmu *f, sb_text *out);                               /* fmu_describe.c */
void so_write_fmu_tables(so_fmu *f, sb_text *out);                       /* fmu_tables.c */
void so_write_fmu_derivatives(so_fmu *f, const char *body, sb_text *out);

enum { SO_FLOAT, SO_INTEGER, SO_BOOLEAN, SO_STRING, SO_ENUMERATION };    /* as interface/export_interface.h has them */

#endif
