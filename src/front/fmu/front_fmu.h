/* FMUs as classes of Modelica.
 *
 * The class of an FMU declares what the FMU has, and its behaviour is `external "FMI"`:
 *
 *     block Ball
 *       parameter Real g(unit = "m/s2") = -9.81;
 *       output Real h(start = 1, unit = "m");
 *       external "FMI";
 *       annotation(__Saltus(fmu = "Ball.fmu"));
 *     end Ball;
 *
 * Its declarations can be left out: they are read from the FMU (fu_class_text), so a class of three lines is enough.
 * Names that are none of Modelica stand in quotes: 'der(h)'. A file X.fmu that is run is such a class, and so is NAME
 * of --fmu NAME=X.fmu. The front end of Modelica makes an opaque component of it (fu_component, flatten_fmu.c). */
#ifndef SALTUS_FRONT_FMU_H
#define SALTUS_FRONT_FMU_H

#include "fmi/component/fmi_component.h"
#include "front/written/written.h"

/* The text of a class for an FMU; its words have places in the description. False after messages. */
bool fu_class_text(sb_diag *diag, const char *path, const char *name, sf_writing *out);
/* A name of Modelica for a file. */
const char *fu_class_name(sb_arena *arena, const char *path);
/* The name that a variable of an FMU has, from its name in a class. */
const char *fu_plain_name(sb_arena *arena, const char *name);

/* What of an FMU a class uses, by the names of its declarations; the rest is found from the description. */
typedef struct fu_asked { const char *name; uint32_t rank; const uint32_t *shape; sb_span span; uint32_t item;
	} fu_asked;
typedef struct fu_use {
	fi_plan *plan;
	uint32_t *role;                  /* by variable of the FMU: enum fu_role */
	uint32_t *asked;                 /* by variable: the number of what asked for it; FI_NONE: nobody */
	const fi_archive *archive;
} fu_use;
enum fu_role { FU_NOTHING, FU_PARAMETER, FU_TEXT, FU_INPUT, FU_OUTPUT, FU_STATE };

/* The FMU of a file, opened, unpacked and laid out for these names; false after messages (span: of the class). */
bool fu_open(const sf_request *request, sb_arena *arena, sb_diag *diag, const char *path, sb_span span,
			 const fu_asked *asked, uint32_t n, fu_use *out);
/* Inputs, by number in the plan, that an output depends on, or all at the start; true: all. */
bool fu_depends(const fi_description *d, const fi_unknowns *list, uint32_t variable, uint32_t on);
bool fu_is_state(const fi_description *d, uint32_t variable);
bool fu_ticks_alone(const fi_variable *v);   /* a clock that a model neither gives nor reads: its times are known */

#endif
