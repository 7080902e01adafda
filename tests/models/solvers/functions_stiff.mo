// Stiff equations and loops of equations whose right sides are functions with loops and arrays: the Jacobian goes
// through their derivatives. Prothero and Robinson's problem der(y) = -k (y - cos t) - sin t for each of 4 components
// has the solution cos t whatever k is; written as a function of the whole vector, with a matrix that is a product so
// that every rate depends on every state. The loop: z + z^3 = t (z by Cardano's formula).
//| def cardano(t):
//|     d = sqrt(t*t/4 + 1/27)
//|     c = lambda v: copysign(abs(v)**(1/3), v)
//|     return c(t/2 + d) + c(t/2 - d)
//! class FunctionsStiff.Whole
//! run --stop 2 --tol 1e-8 --solver {cvode,ida,auto}
//! final y[1] = cos(2) +- 1e-6
//! final y[4] = cos(2) +- 1e-6
//! final z = cardano(2) +- 1e-9
// rows of the output are evaluations too, and so are the points of loops that no rate reads, which are as many and one
// for each step
//! check j["rhs"] - 2*len(times) - j["steps"] < 2000
//! check j["jacobians"] >= 1
package FunctionsStiff
  function rates
    input Real y[:];
    input Real t;
    output Real r[size(y, 1)];
    output Real total;
  protected
    Real e[size(y, 1)], sum = 0;
  algorithm
    for i in 1:size(y, 1) loop
      e[i] := y[i] - cos(t);
      sum := sum + e[i];
    end for;
    for i in 1:size(y, 1) loop
      r[i] := -1e5*(i*e[i] + 0.1*sum) - 1e3*e[i]^3 - sin(t);
    end for;
    total := sum;
  end rates;
  function cubic
    input Real z;
    output Real y = 0;
  algorithm
    for i in 1:3 loop
      y := if i == 2 then y else y + z^i;
    end for;
  end cubic;
  model Whole
    Real y[4](each start = 1, each fixed = true), r[4], s;
    Real z(start = 0);
  equation
    (r, s) = rates(y, time);
    der(y) = r;
    cubic(z) = time;
  end Whole;
end FunctionsStiff;
