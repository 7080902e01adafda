/* How far the iteration of SUNDIALS may trust a matrix of an earlier step.
 *
 * CVODE and IDA keep their matrix for many steps, and take a correction that is small for convergence. That is no
 * proof: while a diode conducts, the matrix holds its state to within nothing, and once the diode blocks, any residual
 * divided by this matrix looks small. The prediction is accepted as it is then, the error, which is its distance from
 * the solution, seems to be nothing, and a polynomial leaves for 1e100.
 *
 * So what they call converged is, with a matrix of an earlier step, one of these:
 *   - each residual is so small that the states would be off by no more than a few times the error of a step if the
 *     matrix meant nothing at all, or the correction has at least half its size: the matrix means little; or
 *   - a second iteration was made, and it has halved each other residual.
 * Otherwise the Jacobian is evaluated anew. */
#include "solver/trust.h"

#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

/* Times the last correction that is allowed, which is a tenth of the error of a step. On the problems of bench/ivp it
 * costs no evaluations with CVODE and 2 to 6 % with IDA. */
static const double SAFE = 30;

/* IDA's residuals are rates; `shift` makes states of them. */
static bool all_below(const sv_sundials *s, double limit, const double *weight, const double *correction, bool later)
{
	double shift = fabs(s->shift);
	for (uint32_t i = 0; i < s->length; i++) {
		double allowed = shift * fmax(limit / weight[i], 2 * fabs(correction[i]));
		if (!(fabs(s->residual[i]) <= (later ? fmax(allowed, 0.5 * fabs(s->first_residual[i])) : allowed)))
			return false;
	}
	return true;
}

static int test(SUNNonlinearSolver iteration, N_Vector x, N_Vector correction, realtype tolerance, N_Vector weights,
				void *data)
{
	sv_sundials *s = data;
	const SUNNonlinearSolverContent_Newton newton = iteration->content;
	int said = s->test(iteration, x, correction, tolerance, weights, s->memory);

	if (newton->curiter == 0)
		memcpy(s->first_residual, s->residual, s->length * sizeof(double));
	if (said != SUN_NLS_SUCCESS || newton->jcur ||
		all_below(s, SAFE * tolerance, NV_DATA_S(weights), NV_DATA_S(correction), newton->curiter > 0))
		return said;
	if (newton->curiter > 0)
		return SUN_NLS_CONV_RECVR;
	/* CVODE notes the size of a correction that it does not take for the last */
	s->test(iteration, x, correction, 0, weights, s->memory);
	return SUN_NLS_CONTINUE;
}

SUNNonlinearSolver sv_trust_new(sv_sundials *s)
{
	s->residual = sv_doubles(s->length);
	s->first_residual = sv_doubles(s->length);
	return sv_sundials_made(SUNNonlinSol_Newton(s->x, s->context));
}

void sv_trust_set(sv_sundials *s, SUNNonlinearSolver iteration)
{
	s->test = ((SUNNonlinearSolverContent_Newton)iteration->content)->CTest;
	SUNNonlinSolSetConvTestFn(iteration, test, s);
}
