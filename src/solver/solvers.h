/* The list of all solvers, by their names. Each is an sv_operations in the file of its name (euler, heun and rk4 are in
 * fixed.c, adams in cvode.c, qss1 to liqss3 in qss.c); the table, the help of the program and all that names a solver
 * come from here. */
#ifndef SALTUS_SOLVER_TABLE_H
#define SALTUS_SOLVER_TABLE_H

#include "solver/solver.h"

#define SV_EACH(X) X(auto) X(cvode) X(adams) X(ida) X(erk) X(dirk) X(rodas) X(euler) X(heun) X(rk4) \
	X(qss1) X(qss2) X(qss3) X(liqss1) X(liqss2) X(liqss3)

#define SV_DECLARE(NAME) extern const sv_operations sv_##NAME;
SV_EACH(SV_DECLARE)

#endif
