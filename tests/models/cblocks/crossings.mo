// Blocks in C with crossings, modes and jumps of states (E188). Modes that are not fixed get their value at the start
// (E189). A ball (E9.6): Bounces. An absolute value by modes (E9.7): Rectifier. The automaton of sticky masses as a
// block in C (E3.5): StickyMasses.
package Crossings
  block Ball "bounces with 0.9 of its speed"
    output Real h, v;
    Real x[2](start = {10, 0}, each fixed = true);
    Real g annotation(__Saltus(crossing = "down"));
  external "C" bouncing_ball() annotation(Include = "
#include <saltus_block.h>
void bouncing_ball(saltus_block *b, saltus_call call)
{
	double *x = saltus_state(b, 1);
	switch (call) {
	case SALTUS_OUTPUTS: saltus_output(b, 1)[0] = x[0]; saltus_output(b, 2)[0] = x[1]; break;
	case SALTUS_RATES: saltus_rate(b, 1)[0] = x[1]; saltus_rate(b, 1)[1] = -9.81; break;
	case SALTUS_CROSSINGS: saltus_crossing(b, 1)[0] = x[0]; break;
	case SALTUS_UPDATE:
		if (saltus_crossed(b, 1)[0] < 0) {
			x[0] = 0;
			x[1] = -0.9*x[1];
		}
		break;
	default: break;
	}
}");
  end Ball;

  model Bounces "impact k is at t1*(1 + 2*(0.9 + ... + 0.9^(k-1))), t1 = sqrt(20/9.81)"
    Ball ball;
    annotation(experiment(StopTime = 11, Tolerance = 1e-9));
  end Bounces;
  //| t1 = sqrt(20/9.81)
  //| impacts = [t1*(1 + 2*sum(0.9**i for i in range(1, k))) for k in range(1, 6)]
  //! class Crossings.Bounces
  //! run --solver {auto,erk,cvode,rodas}
  //! changes ball.v = impacts +- 1e-7
  //! value impacts = [1.427843, 3.997961, 6.311067, 8.392862, 10.266478] +- 1e-6
  //! final ball.h = 0.9**5*sqrt(2*9.81*10)*(11 - impacts[4]) - 9.81/2*(11 - impacts[4])**2 +- 1e-7
  //! events state = 5

  block Abs "smooth between the zeros of its input: the mode says which branch holds"
    input Real u;
    output Real y annotation(__Saltus(reads = {"u", "mode"}));
    Integer mode;
    Real g annotation(__Saltus(crossing = "both", reads = "u"));
  external "C" absolute() annotation(Include = "
#include <saltus_block.h>
void absolute(saltus_block *b, saltus_call call)
{
	double u = saltus_input(b, 1)[0];
	switch (call) {
	case SALTUS_START: case SALTUS_UPDATE: saltus_discrete_int(b, 1)[0] = u < 0 ? 2 : 1; break;
	case SALTUS_OUTPUTS: saltus_output(b, 1)[0] = saltus_discrete_int(b, 1)[0] == 2 ? -u : u; break;
	case SALTUS_CROSSINGS: saltus_crossing(b, 1)[0] = u; break;
	default: break;
	}
}");
  end Abs;

  model Rectifier "the integral of |sin| from 1 to 10; it begins in the negative branch"
    Abs abs;
    Real integral(start = 0, fixed = true);
  equation
    abs.u = -sin(time + 1);
    der(integral) = abs.y;
    annotation(experiment(StopTime = 9, Interval = 0.5, Tolerance = 1e-9));
  end Rectifier;
  //! class Crossings.Rectifier
  //! run --solver {auto,cvode,erk}
  //! abs.y = abs(sin(t + 1)) +- 1e-9
  //! final integral = 1 + cos(1) + 4 + 1 - abs(cos(10)) +- 1e-7
  //! abs.mode(1) = 2
  //! abs.mode(3) = 1
  //! changes abs.mode = [pi - 1, 2*pi - 1, 3*pi - 1] +- 1e-7

  block Automaton "modes with equations, resets and jumps from outside: one vector of states for all of them"
    parameter Integer modes = 2, n = 4, first = 1;
    parameter Integer target[modes] "where the jump of each mode leads";
    input Real u[modes, 2*n + 1] "of each mode: rates, values at its entry, the jump"
      annotation(__Saltus(feedthrough = false));
    output Integer mode;
    output Real y[n] annotation(__Saltus(reads = "x"));
    Real x[n];
    parameter Real start[n];
    Integer current(start = first, fixed = true);
    Real g annotation(__Saltus(crossing = "up", reads = {"u", "current"}));
  external "C" automaton() annotation(Include = "
#include <saltus_block.h>
void automaton(saltus_block *b, saltus_call call)
{
	int n = saltus_parameter_int(b, 2)[0], *mode = saltus_discrete_int(b, 1), width = 2*n + 1;
	const double *of = saltus_input(b, 1) + (*mode - 1)*width;
	double *x = saltus_state(b, 1);
	switch (call) {
	case SALTUS_STATES:
		for (int i = 0; i < n; i++)
			x[i] = saltus_parameter(b, 5)[i];
		break;
	case SALTUS_OUTPUTS:
		saltus_output_int(b, 1)[0] = *mode;
		for (int i = 0; i < n; i++)
			saltus_output(b, 2)[i] = x[i];
		break;
	case SALTUS_RATES:
		for (int i = 0; i < n; i++)
			saltus_rate(b, 1)[i] = of[i];
		break;
	case SALTUS_CROSSINGS: saltus_crossing(b, 1)[0] = of[2*n]; break;
	case SALTUS_UPDATE:
		if (saltus_crossed(b, 1)[0] > 0) {
			*mode = saltus_parameter_int(b, 4)[*mode - 1];
			for (int i = 0; i < n; i++)
				x[i] = saltus_input(b, 1)[(*mode - 1)*width + n + i];
		}
		break;
	default: break;
	}
}");
  end Automaton;

  model StickyMasses "two masses on springs stick to each other, until the glue is weaker than the springs"
    parameter Real k1 = 1, k2 = 2, a1 = 1, a2 = 2, m1 = 1, m2 = 1, s0 = 10, C = 1;
    parameter Real a3 = (k1*a1 + k2*a2)/(k1 + k2);
    Automaton machine(target = {2, 1}, start = {0, 3, 0, 0});
    Real x1, x2, v1, v2, x3, v3, s, q;
  equation
    {x1, x2, v1, v2} = machine.y;
    {x3, v3, s, q} = machine.y;
    machine.u[1, :] = {v1, v2, -k1*(x1 - a1)/m1, -k2*(x2 - a2)/m2, x3, x3, v3, v3, x1 - x2};
    machine.u[2, :] = {v3, -(k1 + k2)*(x3 - a3)/(m1 + m2), -C*s, -q, x1, (m1*v1 + m2*v2)/(m1 + m2), s0, 1,
      k1*(x3 - a1) - k2*(x3 - a2) - s};
    annotation(experiment(StopTime = 20, Tolerance = 1e-10));
  end StickyMasses;
  // The times are those of an integration by another program.
  //! class Crossings.StickyMasses
  //! run --solver {auto,cvode}
  //! changes machine.mode = [1.769496, 4.221923, 9.964653, 11.903753, 16.753733, 18.981562] +- 3e-6
  //! value right("x3", changes("machine.mode")[0]) = 1.197395 +- 1e-6
  //! value right("v3", changes("machine.mode")[0]) = 0.068365 +- 1e-6
end Crossings;
