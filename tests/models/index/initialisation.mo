// Initial values under constraints. Only x is given: y comes from the constraint, on the side of its guess.
//! class ConstrainedStart.Pendulum
//! run --stop 1 -p guess=-1
//! y(0) = -0.8 +- 1e-12
//! v(0) = 0.3*0.6/0.8 +- 1e-12
//! run --stop 1 -p guess=1
//! y(0) = 0.8 +- 1e-12
//! v(0) = -0.3*0.6/0.8 +- 1e-12
// Nothing is fixed: the start values that are given hold before those that are not.
//! class ConstrainedStart.Free
//! run --stop 1
//! x(0) = 0.6
//! y(0) = -0.8 +- 1e-12
//! u(0) = 0
// More is fixed than needed, and it fits: also where the constraint alone would not determine y from x, at the side of
// the circle.
//! class ConstrainedStart.All
//! run --stop 1 --tol 1e-9
//! x(0) = 1
//! y(0) = 0
//! v(0) = 2
//! value max(abs(a*a + b*b - 1) for a, b in zip(col('x'), col('y'))) = 0 +- 1e-12
//! value [(a*a + b*b)/2 + 9.81*y for a, b, y in zip(col('u'), col('v'), col('y'))] = [2]*len(times) +- 1e-6
// The same with v as a guess only: x*u + y*v = 0 says nothing about v there, and the guess is taken.
//! class ConstrainedStart.Side
//! run --stop 1 --tol 1e-9
//! v(0) = 2 +- 1e-9
//! value [(a*a + b*b)/2 + 9.81*y for a, b, y in zip(col('u'), col('v'), col('y'))] = [2]*len(times) +- 1e-6
// At rest: an initial equation for the force instead of a start value. In the equilibrium of a spring and a pendulum
// that it pulls to the side the tangential forces cancel: k*(1 - x)*y = -g*x, found by bisection.
//| def equilibrium():
//|     low, high = 0, pi/2
//|     for _ in range(200):
//|         a = (low + high)/2
//|         if 20*(1 - sin(a))*cos(a) > 9.81*sin(a): low = a
//|         else: high = a
//|     return low
//! class ConstrainedStart.Rest
//! run --stop 5 --tol 1e-9
//! x = sin(equilibrium()) +- 1e-7
//! y = -cos(equilibrium()) +- 1e-7
// Two capacitors with a start for the dependent one only, and for both, where they agree.
//! class ConstrainedStart.Dependent
//! run --stop 1
//! u1(0) = 5 +- 1e-12
//! u2(0) = 2
//! class ConstrainedStart.Both
//! run --stop 1
//! u1(0) = 5
//! u2(0) = 2
package ConstrainedStart
  partial model Base
    parameter Real g = 9.81;
    Real x, y, u, v, F, push = 0;
  equation
    der(x) = u;
    der(y) = v;
    der(u) = -F*x + push;
    der(v) = -F*y - g;
    x^2 + y^2 = 1;
  end Base;

  model Pendulum
    parameter Real guess = -1;
    extends Base(x(start = 0.6, fixed = true), y(start = guess), u(start = 0.3, fixed = true));
  end Pendulum;

  model Free
    extends Base(x(start = 0.6), y(start = -0.5), u(start = 0), v(start = -0.1));
  end Free;

  model All
    extends Base(x(start = 1, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true),
        v(start = 2, fixed = true));
  end All;

  model Side
    extends Base(x(start = 1, fixed = true), y(start = 0), u(start = 0, fixed = true), v(start = 2));
  end Side;

  model Rest
    extends Base(x(start = 0.5), y(start = -0.8), push = 20*(1 - x));
  initial equation
    u = 0;
    der(u) = 0;
  end Rest;

  model Capacitors
    Real u1, u2, i1, i2;
  equation
    der(u1) = i1;
    2*der(u2) = i2;
    u1 = 2*u2 + 1;
    i1 + i2 = sin(time);
  end Capacitors;

  model Dependent
    extends Capacitors(u2(start = 2, fixed = true));
  end Dependent;

  model Both
    extends Capacitors(u1(start = 5, fixed = true), u2(start = 2, fixed = true));
  end Both;
end ConstrainedStart;
