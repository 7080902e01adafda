// Two tanks, joined by a pipe with friction and a pump: a block in C in residual form, of which two states are
// algebraic (E3.4). The numbers are those of an integration by another program (root finding and SciPy).
package Tanks
  block TwoTanks
    parameter Real L = 10, D = 0.05, rho = 1000, mu = 1e-3, At = 1, e = 5e-4, Ks = 64, ReL = 2000, ReT = 4000,
      fT = 0.04041;
    input Real pump;
    output Real h1, h2;
    Real levels[2](start = {5, 1}, each fixed = true);
    Real V(start = 3) "the speed in the pipe" annotation(__Saltus(algebraic = true));
    Real f(start = 0.02) "its friction" annotation(__Saltus(algebraic = true));
  external "C" two_tanks() annotation(Include = "
#include <math.h>
#include <saltus_block.h>
void two_tanks(saltus_block *b, saltus_call call)
{
	double p[10], *h = saltus_state(b, 1), V = saltus_state(b, 2)[0], f = saltus_state(b, 3)[0];
	for (int i = 0; i < 10; i++)
		p[i] = saltus_parameter(b, i + 1)[0];
	double L = p[0], D = p[1], rho = p[2], mu = p[3], At = p[4], e = p[5], Ks = p[6], ReL = p[7], ReT = p[8], fT = p[9];
	double g = 9.81, Ad = 3.14*D*D/4, Q = Ad*V, Re = D*V*rho/mu, fL = Ks/ReL;
	if (call == SALTUS_OUTPUTS) {
		saltus_output(b, 1)[0] = h[0];
		saltus_output(b, 2)[0] = h[1];
	} else if (call == SALTUS_RESIDUALS) {
		double H = saltus_input(b, 1)[0]*(4 - 8e4*Q*Q);
		saltus_residual(b, 1)[0] = saltus_rate(b, 1)[0] + V*Ad/At;
		saltus_residual(b, 1)[1] = saltus_rate(b, 1)[1] - V*Ad/At;
		saltus_residual(b, 2)[0] = h[1] + f*(2*L/D)*V*V/(2*g) + V*V/(2*g) - h[0] - H;
		if (Re > ReT && f <= 0)
			saltus_refuse(b);
		else
			saltus_residual(b, 3)[0] = Re > ReT ? 1/sqrt(f) + 2*log10(e/3.7 + 2.51/(Re*sqrt(f)))
				: Re < ReL ? f - Ks/Re : fL + (fT - fL)*(Re - ReL)/(ReT - ReL) - f;
	}
}");
  annotation(__Saltus(residual = true));
  end TwoTanks;

  model Off
    TwoTanks tanks(pump = 0);
    Real d = tanks.h1 - tanks.h2, sum = tanks.h1 + tanks.h2;
    annotation(experiment(StopTime = 600, Interval = 100, Tolerance = 1e-8));
  end Off;
  //! class Tanks.Off
  //! run
  //! tanks.V(0) = 2.99515 +- 1e-5
  //! tanks.f(0) = 0.0193707 +- 1e-7
  //! d(200) = 2.00872 +- 2e-5
  //! d(400) = 0.72158 +- 2e-5
  //! d(600) = 0.09786 +- 2e-5
  //! sum = 6 +- 1e-7

  model On
    TwoTanks tanks(pump = 1, levels(start = {3, 3}));
    Real d = tanks.h1 - tanks.h2;
    annotation(experiment(StopTime = 600, Interval = 100, Tolerance = 1e-8));
  end On;
  //! class Tanks.On
  //! run
  //! d(200) = -1.58626 +- 2e-5
  //! d(400) = -2.76283 +- 2e-5
  //! d(600) = -3.53875 +- 2e-5
end Tanks;
