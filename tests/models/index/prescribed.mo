// Motion that is prescribed: which force does it take? x = sin(t) for a mass with damping and a spring: F = m x'' + d
// x' + c x. Index 3, no states.
//! class Prescribed.Force
//! run --stop 10
//! v = cos(t) +- 1e-12
//! a = -sin(t) +- 1e-12
//! F = -2*sin(t) + 0.5*cos(t) + 3*sin(t) +- 1e-12
//! check j['states'] == 0
// The same beside a second mass that hangs on it by a spring and keeps its own two states: y'' = 4*(sin(t) - y) from
// rest has y = 4/3*sin(t) - 2/3*sin(2*t).
//! class Prescribed.Carried
//! run --stop 10 --tol 1e-9 --solver {auto,cvode}
//! y = 4/3*sin(t) - 2/3*sin(2*t) +- 1e-7
//! F = -sin(t) + 4*(sin(t) - (4/3*sin(t) - 2/3*sin(2*t))) +- 1e-6
//! check j['states'] == 2
// A constant that is differentiated, and a rate that is: x''' of t^5.
//! class Prescribed.Third
//! run --stop 2
//! jerk = 60*t**2 +- 1e-11
//! still = 0
//! held = 3
// A path with a corner: derivatives of the branches, without an impulse.
//! class Prescribed.Ramp
//! run --stop 2 --tol 1e-9
//! v(0.5) = 0
//! v(1.5) = 2 +- 1e-12
//! y(2) = 1 +- 1e-7
package Prescribed
  model Force
    parameter Real m = 2, d = 0.5, c = 3;
    Real x, v, a, F;
  equation
    x = sin(time);
    v = der(x);
    a = der(v);
    m*a + d*v + c*x = F;
  end Force;

  model Carried
    Real x = sin(time), w = der(x), y(start = 0, fixed = true), v(start = 0, fixed = true), F;
  equation
    der(w) = F - 4*(x - y);
    der(y) = v;
    der(v) = 4*(x - y);
  end Carried;

  model Third
    Real x = time^5, v = der(x), a = der(v), jerk = der(a), held = 3, still = der(held);
  end Third;

  model Ramp
    Real x = if time < 1 then 0 else 2*(time - 1), v = der(x), y(start = 0, fixed = true);
  equation
    der(y) = v*(time - 1);
  end Ramp;
end Prescribed;
