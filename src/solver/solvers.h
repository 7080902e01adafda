/* The rows of the table of solvers, each defined in the file of its name (euler, heun and rk4 in fixed.c, adams in
 * cvode.c). */
#ifndef SALTUS_SOLVER_TABLE_H
#define SALTUS_SOLVER_TABLE_H

#include "solver/solver.h"

extern const sv_operations sv_auto, sv_cvode, sv_adams, sv_ida, sv_erk, sv_dirk, sv_rodas, sv_euler, sv_heun, sv_rk4;

#endif
