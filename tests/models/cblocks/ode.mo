// Continuous states of blocks in C: as rates, as residuals, and beside the same equations in Modelica. The numbers are
// those of an integration by another program (SciPy, tolerance 1e-12), to the digits that are written. In Test: rates
// (E9.2), residuals (E9.3), and both with derivatives (E9.10, E9.11). A pendulum that is kept on its circle (E9.9):
// Kept, Swings.
//| X1 = {1: 1.1809598, 2: 0.9393472, 6: 0.0612372}
//| X2 = {1: 0.8586984, 2: 0.6862591, 6: 0.0584666}
package Ode
  block Rates "x1' = -x1 + x1*x2, x2' = 2*x1 - 3*x2; the C gives the start"
    output Real y[2];
    Real x[2];
  external "C" ode_rates() annotation(Include = "
#include <saltus_block.h>
void ode_rates(saltus_block *b, saltus_call call)
{
	double *x = saltus_state(b, 1), *rate = saltus_rate(b, 1);
	switch (call) {
	case SALTUS_STATES: x[0] = 1; x[1] = 2; break;
	case SALTUS_OUTPUTS: saltus_output(b, 1)[0] = x[0]; saltus_output(b, 1)[1] = x[1]; break;
	case SALTUS_RATES: rate[0] = -x[0] + x[0]*x[1]; rate[1] = 2*x[0] - 3*x[1]; break;
	default: break;
	}
}");
  end Rates;

  block Residuals "the same, as 0 = F(x, x')"
    output Real y[2];
    Real x[2](start = {1, 2}, each fixed = true);
  external "C" ode_residuals() annotation(Include = "
#include <saltus_block.h>
void ode_residuals(saltus_block *b, saltus_call call)
{
	const double *x = saltus_state(b, 1), *rate = saltus_rate(b, 1);
	double *r = saltus_residual(b, 1);
	switch (call) {
	case SALTUS_OUTPUTS: saltus_output(b, 1)[0] = x[0]; saltus_output(b, 1)[1] = x[1]; break;
	case SALTUS_RESIDUALS: r[0] = -rate[0] - x[0] + x[0]*x[1]; r[1] = -rate[1] + 2*x[0] - 3*x[1]; break;
	default: break;
	}
}");
  annotation(__Saltus(residual = true));
  end Residuals;

  block RatesJ "the rates, and their derivatives"
    output Real y[2];
    Real x[2](start = {1, 2}, each fixed = true);
  external "C" ode_rates_j() annotation(Include = "
#include <saltus_block.h>
void ode_rates_j(saltus_block *b, saltus_call call)
{
	const double *x = saltus_state(b, 1);
	double *rate = saltus_rate(b, 1);
	switch (call) {
	case SALTUS_OUTPUTS: saltus_output(b, 1)[0] = x[0]; saltus_output(b, 1)[1] = x[1]; break;
	case SALTUS_RATES: rate[0] = -x[0] + x[0]*x[1]; rate[1] = 2*x[0] - 3*x[1]; break;
	case SALTUS_JACOBIAN:
		*saltus_partial(b, SALTUS_STATE, 1, 0, SALTUS_STATE, 1, 0) = -1 + x[1];
		*saltus_partial(b, SALTUS_STATE, 1, 0, SALTUS_STATE, 1, 1) = x[0];
		*saltus_partial(b, SALTUS_STATE, 1, 1, SALTUS_STATE, 1, 0) = 2;
		*saltus_partial(b, SALTUS_STATE, 1, 1, SALTUS_STATE, 1, 1) = -3;
		for (int i = 0; i < 2; i++)
			*saltus_partial(b, SALTUS_OUTPUT, 1, i, SALTUS_STATE, 1, i) = 1;
		break;
	default: break;
	}
}");
  annotation(__Saltus(jacobian = true));
  end RatesJ;

  block ResidualsJ "the residuals, and their derivatives by states and rates"
    output Real y[2];
    Real x[2](start = {1, 2}, each fixed = true);
  external "C" ode_residuals_j() annotation(Include = "
#include <saltus_block.h>
void ode_residuals_j(saltus_block *b, saltus_call call)
{
	const double *x = saltus_state(b, 1), *rate = saltus_rate(b, 1);
	double *r = saltus_residual(b, 1);
	switch (call) {
	case SALTUS_OUTPUTS: saltus_output(b, 1)[0] = x[0]; saltus_output(b, 1)[1] = x[1]; break;
	case SALTUS_RESIDUALS: r[0] = -rate[0] - x[0] + x[0]*x[1]; r[1] = -rate[1] + 2*x[0] - 3*x[1]; break;
	case SALTUS_JACOBIAN:
		*saltus_partial(b, SALTUS_STATE, 1, 0, SALTUS_STATE, 1, 0) = -1 + x[1];
		*saltus_partial(b, SALTUS_STATE, 1, 0, SALTUS_STATE, 1, 1) = x[0];
		*saltus_partial(b, SALTUS_STATE, 1, 1, SALTUS_STATE, 1, 0) = 2;
		*saltus_partial(b, SALTUS_STATE, 1, 1, SALTUS_STATE, 1, 1) = -3;
		for (int i = 0; i < 2; i++) {
			*saltus_partial(b, SALTUS_STATE, 1, i, SALTUS_RATE, 1, i) = -1;
			*saltus_partial(b, SALTUS_OUTPUT, 1, i, SALTUS_STATE, 1, i) = 1;
		}
		break;
	default: break;
	}
}");
  annotation(__Saltus(residual = true, jacobian = true));
  end ResidualsJ;

  block Follower "x' = k*(u^2 - x), y = x + u^3: derivatives by inputs"
    parameter Real k = 2;
    input Real u;
    output Real y;
    Real x(start = 0.5, fixed = true);
  external "C" ode_follower() annotation(Include = "
#include <saltus_block.h>
void ode_follower(saltus_block *b, saltus_call call)
{
	double k = saltus_parameter(b, 1)[0], u = saltus_input(b, 1)[0], x = saltus_state(b, 1)[0];
	switch (call) {
	case SALTUS_OUTPUTS: saltus_output(b, 1)[0] = x + u*u*u; break;
	case SALTUS_RATES: saltus_rate(b, 1)[0] = k*(u*u - x); break;
	case SALTUS_JACOBIAN:
		*saltus_partial(b, SALTUS_STATE, 1, 0, SALTUS_STATE, 1, 0) = -k;
		*saltus_partial(b, SALTUS_STATE, 1, 0, SALTUS_INPUT, 1, 0) = 2*k*u;
		*saltus_partial(b, SALTUS_OUTPUT, 1, 0, SALTUS_STATE, 1, 0) = 1;
		*saltus_partial(b, SALTUS_OUTPUT, 1, 0, SALTUS_INPUT, 1, 0) = 3*u*u;
		break;
	default: break;
	}
}");
  annotation(__Saltus(jacobian = true));
  end Follower;

  model Fed "u = z is a state outside, z' = -z"
    Follower f;
    Real z(start = 1.5, fixed = true);
  equation
    f.u = z;
    der(z) = -z;
    annotation(experiment(StopTime = 1, Tolerance = 1e-9));
  end Fed;
  // x' + 2*x = 4.5*exp(-2*t): x = (0.5 + 4.5*t)*exp(-2*t)
  //! class Ode.Fed
  //! run --solver {auto,rodas,cvode}
  //! f.x = (0.5 + 4.5*t)*exp(-2*t) +- 1e-7
  //! f.y = (0.5 + 4.5*t)*exp(-2*t) + (1.5*exp(-t))**3 +- 1e-7

  block Pendulum "in Cartesian coordinates; the length and its derivative are invariants of the rates"
    parameter Real L = 1, g = 9.81;
    output Real y[4] "x, y, and their rates";
    Real x[4](start = {1, 0, 0, 0}, each fixed = true);
  external "C" ode_pendulum() annotation(Include = "
#include <saltus_block.h>
void ode_pendulum(saltus_block *b, saltus_call call)
{
	double L = saltus_parameter(b, 1)[0], g = saltus_parameter(b, 2)[0], *x = saltus_state(b, 1);
	double s = x[2]*x[2] + x[3]*x[3] - g*x[1], *rate = saltus_rate(b, 1);
	if (call == SALTUS_OUTPUTS)
		for (int i = 0; i < 4; i++)
			saltus_output(b, 1)[i] = x[i];
	if (call == SALTUS_RATES) {
		rate[0] = x[2];
		rate[1] = x[3];
		rate[2] = -x[0]*s/(L*L);
		rate[3] = -x[1]*s/(L*L) - g;
	}
}");
  end Pendulum;

  block TiedPendulum "the same, and the states are projected onto the invariants"
    parameter Real L = 1, g = 9.81;
    output Real y[4] "x, y, and their rates";
    Real x[4](start = {L, 0, 0, 0}, each fixed = true);
    Real length annotation(__Saltus(constraint = true, reads = "x"));
    Real across annotation(__Saltus(constraint = true, reads = "x"));
  external "C" ode_tied_pendulum() annotation(Include = "
#include <saltus_block.h>
void ode_tied_pendulum(saltus_block *b, saltus_call call)
{
	double L = saltus_parameter(b, 1)[0], g = saltus_parameter(b, 2)[0], *x = saltus_state(b, 1);
	double s = x[2]*x[2] + x[3]*x[3] - g*x[1], *rate = saltus_rate(b, 1);
	if (call == SALTUS_OUTPUTS)
		for (int i = 0; i < 4; i++)
			saltus_output(b, 1)[i] = x[i];
	if (call == SALTUS_CONSTRAINTS) {
		saltus_constraint(b, 1)[0] = x[0]*x[0] + x[1]*x[1] - L*L;
		saltus_constraint(b, 2)[0] = x[0]*x[2] + x[1]*x[3];
	}
	if (call == SALTUS_RATES) {
		rate[0] = x[2];
		rate[1] = x[3];
		rate[2] = -x[0]*s/(L*L);
		rate[3] = -x[1]*s/(L*L) - g;
	}
}");
  end TiedPendulum;

  model Kept "dozens of swings at a coarse tolerance: the invariants hold to rounding"
    TiedPendulum p;
    annotation(experiment(StopTime = 100, Interval = 0.5, Tolerance = 1e-4));
  end Kept;
  //! class Ode.Kept
  //! run --solver {auto,erk,rodas,cvode}
  //! check max(abs(x*x + y*y - 1) for x, y in zip(col("p.y[1]"), col("p.y[2]"))) < 1e-9
  //! check max(abs(x*u + y*v) for x, y, u, v in zip(*(col("p.y[%d]" % i) for i in (1, 2, 3, 4)))) < 1e-8

  model Off "start values beside the constraint are told"
    TiedPendulum p(x(start = {1.1, 0, 0, 0}));
    annotation(experiment(StopTime = 1));
  end Off;
  //! class Ode.Off
  //! run
  //! message R0733 the start values do not meet the constraint 'p.length = 0'

  model Swings "from the horizontal: the period is 4*K(sin(pi/4))*sqrt(L/g), the speed at the bottom sqrt(2*g*L)"
    Pendulum p;
    Real speed = sqrt(p.y[3]^2 + p.y[4]^2), length = sqrt(p.y[1]^2 + p.y[2]^2);
    Real last(start = 0, fixed = true) "when it passed the bottom last, to the right";
    Real period(start = 0, fixed = true), fastest(start = 0, fixed = true);
  equation
    when p.y[1] > 0 then
      last = time;
      period = time - pre(last);
      fastest = speed;
    end when;
    annotation(experiment(StopTime = 12, Tolerance = 1e-10));
  end Swings;
  //! class Ode.Swings
  //! run
  //! final period = 2.3678419 +- 2e-7
  //! final fastest = sqrt(2*9.81) +- 1e-6
  //! length = 1 +- 1e-6

  model Test
    Rates a;
    Residuals b;
    RatesJ aj;
    ResidualsJ bj;
    Real x(start = 1, fixed = true), y(start = 2, fixed = true) "in Modelica";
  equation
    der(x) = -x + x*y;
    der(y) = 2*x - 3*y;
    annotation(experiment(StopTime = 6, Interval = 0.5, Tolerance = 1e-9));
  end Test;
  //! class Ode.Test
  //! run --solver {auto,erk,cvode,rodas}
  //! a.y[1](1) = X1[1] +- 2e-7
  //! a.y[2](1) = X2[1] +- 2e-7
  //! b.y[1](2) = X1[2] +- 2e-7
  //! b.y[2](2) = X2[2] +- 2e-7
  //! final a.y[1] = X1[6] +- 2e-7
  //! final b.y[2] = X2[6] +- 2e-7
  //! final aj.y[2] = X2[6] +- 2e-7
  //! final bj.y[1] = X1[6] +- 2e-7
  //! final b.y[1] = final["x"] +- 2e-8
  //! final a.y[2] = final["y"] +- 2e-8
end Ode;
