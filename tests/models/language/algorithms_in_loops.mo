// Algorithms whose inputs depend on their outputs: an algorithm is an equation for all that it sets (11.1.2), wherever
// it stands in a loop. Known answers: the equations solved by hand.
//! class AlgorithmsInLoops.Square
//! run --stop 2 --tol 1e-9 --solver {erk,rodas,cvode}
//! x = (sqrt(9 + 4*t) - 1)/2 +- 1e-7
//! y = (sqrt(9 + 4*t) - 1)**2/4 + 1 +- 1e-7
// A loop of statements over arrays: x + x + 2*x^2 + 3*x^3 = 7 + t, by Newton's method here.
//| def root(f, x, d):
//|     for k in range(50):
//|         x -= f(x)/d(x)
//|     return x
//| def cubic(t):
//|     return root(lambda x: 2*x + 2*x**2 + 3*x**3 - 7 - t, 1, lambda x: 2 + 4*x + 9*x**2)
//! class AlgorithmsInLoops.Polynomial
//! run --stop 2 --tol 1e-9
//! x = cubic(t) +- 1e-7
//! z[3] = 3*cubic(t)**3 +- 1e-6
// A branch on what comes from outside the algorithm turns in an event; one on what the algorithm itself has set is
// looked at as it stands.
//! class AlgorithmsInLoops.Branch
//! run --stop 1 --tol 1e-9
//! x = 2*t if t < 0.5 else 0.5 + t +- 1e-7
//! changes above = [0.5] +- 1e-7
//! class AlgorithmsInLoops.OwnBranch
//! run --stop 1 --tol 1e-9
//! x = 2*t if t < 0.5 else 0.5 + t +- 1e-7
// Elements of an array of components, each with an algorithm, that feed each other in a ring.
//| def ring(t):
//|     a = [0, 0, 0]
//|     for k in range(200):
//|         a = [0.1*(a[1] + 1)**2, 0.2*(a[2] + t)**2, 0.3*a[0]**2]
//|     return a
//! class AlgorithmsInLoops.Ring
//! run --stop 1 --tol 1e-9
//! c[1].y = ring(t)[0] +- 1e-7
//! c[3].y = ring(t)[2] +- 1e-7
// What a when-statement keeps is part of the algorithm that the loop goes through.
//! class AlgorithmsInLoops.Kept
//! run --stop 1 --tol 1e-9
//! x(0.4) = 3 +- 1e-9
//! x(0.6) = 2 +- 1e-9
//! final k = 2
// Solved for what the algorithm reads; so is a call of several results.
//! class AlgorithmsInLoops.Inverse
//! run --stop 2 --tol 1e-9
//! x = sqrt(4 + t) +- 1e-7
//! class AlgorithmsInLoops.InverseCall
//! run --stop 2 --tol 1e-9
//! x = sqrt(4 + t) +- 1e-7
//! a = sqrt(4 + t) +- 1e-7
// Different at the start: the when-statement of initial() acts there.
//! class AlgorithmsInLoops.Beginning
//! run --stop 1 --tol 1e-9
//! x = 2 +- 1e-9
// A position that an algorithm computes, differentiated twice; and one through which two states are tied.
//! class AlgorithmsInLoops.Prescribed
//! run --stop 2 --tol 1e-9
//! F = -sin(t) +- 1e-7
//! class AlgorithmsInLoops.Tied
//! run --stop 2 --tol 1e-9
//! x = sqrt(1 + 4*t) +- 1e-6
//! v = 2/sqrt(1 + 4*t) +- 1e-6
package AlgorithmsInLoops
  partial model Ramp Real s(start = 0, fixed = true); equation der(s) = 1; end Ramp;
  model Square
    extends Ramp;
    Real x(start = 1), y;
  algorithm
    y := x^2 + 1;
  equation
    x + y = 3 + s;
  end Square;
  model Polynomial
    extends Ramp;
    parameter Real u[3] = {1, 2, 3};
    Real x(start = 1), y, z[3];
  algorithm
    y := 0;
    for i in 1:3 loop
      z[i] := u[i]*x^i;
      y := y + z[i];
    end for;
  equation
    x + y = 7 + s;
  end Polynomial;
  model Branch
    extends Ramp;
    Real x(start = 0), y; Boolean above;
  algorithm
    above := x > 1;
    if above then y := 3*x - 2; else y := x; end if;
  equation
    x + y = 4*s;
  end Branch;
  model OwnBranch
    extends Ramp;
    Real x(start = 0), y;
  algorithm
    y := x;
    if y > 1 then y := 3*x - 2; end if;
  equation
    x + y = 4*s;
  end OwnBranch;
  model Gain parameter Real g = 1; input Real u; output Real y; algorithm y := g*u^2; end Gain;
  model Ring
    extends Ramp;
    Gain c[3](g = {0.1, 0.2, 0.3});
  equation
    c[1].u = c[2].y + 1; c[2].u = c[3].y + s; c[3].u = c[1].y;
  end Ring;
  model Kept
    extends Ramp;
    Real x, y; discrete Real k(start = 1, fixed = true);
  algorithm
    when s > 0.5 then k := 2*pre(k); end when;
    y := k*x;
  equation
    x + y = 6;
  end Kept;
  model Inverse
    extends Ramp;
    Real x(start = 1), y;
  algorithm
    y := x^2;
  equation
    y = 4 + s;
  end Inverse;
  function powers input Real x; output Real a; output Real b; algorithm a := x; b := x^2; annotation(Inline = false);
  end powers;
  model InverseCall
    extends Ramp;
    Real x(start = 1), a, b;
  equation
    (a, b) = powers(x);
    b = 4 + s;
  end InverseCall;
  model Beginning
    Real x(start = 1), y; discrete Real k;
  algorithm
    when initial() then k := 2; end when;
    y := k*x;
  equation
    x + y = 6;
  end Beginning;
  model Prescribed
    Real x, v, F, p;
  algorithm
    p := sin(time);
    p := p + 1;
  equation
    x = p; der(x) = v; der(v) = F;
  end Prescribed;
  model Tied
    Real x(start = 1, fixed = true), y, v, u;
  algorithm
    y := x^2;
  equation
    der(x) = v; der(y) = u; u = 4;
  end Tied;
end AlgorithmsInLoops;
