// Events where states are tied by a constraint. A pendulum that bounces off a wall at x = 0.3: reinit turns u round,
// and v follows, because the velocity stays along the circle. Energy and length are kept, and it swings between -a and
// the wall, so from one bounce to the next it takes T(a) less what the missing arc would: twice the time from the
// wall's angle b to a, by Simpson's rule over s with sin(phi/2) = sin(a/2)*sin(s).
//| g = 9.81
//| def time_to(b, a):
//|     k = sin(a/2)
//|     s0 = asin(sin(b/2)/k)
//|     f = lambda s: 1/sqrt(1 - (k*sin(s))**2)
//|     n, h = 2000, (pi/2 - s0)/2000
//|     return h/3*sum((1 if i in (0, n) else 4 if i % 2 else 2)*f(s0 + i*h) for i in range(n + 1))/sqrt(g)
//| def full(a): return 4*time_to(0, a)
//! class OnConstraints.Wall
//! run --stop 20 --tol 1e-10 --solver {auto,cvode,dirk,adams,ida}
//! value max(abs(a*a + b*b - 1) for a, b in zip(col('x'), col('y'))) = 0 +- 1e-12
//! value max(abs(a*c + b*d) for a, b, c, d in zip(col('x'), col('y'), col('u'), col('v'))) = 0 +- 1e-12
//! value max(abs(e - col('energy')[0]) for e in col('energy')) = 0 +- 1e-6
//! value (changes('n')[-1] - changes('n')[0])/(len(changes('n')) - 1) = full(1) - 2*time_to(asin(0.3), 1) +- 1e-6
//! check max(col('x')) < 0.3 + 1e-9
// The rod is shortened at an event: the states are moved onto the new circle, along the rod, and the speed across it
// stays.
//! class OnConstraints.Shortened
//! run --stop 2 --tol 1e-9
//! value left('x', 1)**2 + left('y', 1)**2 = 1 +- 1e-12
//! value right('x', 1)**2 + right('y', 1)**2 = 0.81 +- 1e-12
//! value left('y', 1)/left('x', 1) = right('y', 1)/right('x', 1) +- 1e-6
//! value max(abs(a*a + b*b - (1 if t < 1 else 0.81)) for a, b, t in zip(col('x'), col('y'), times) if t != 1) \
//!     = 0 +- 1e-12
// Over a gear: reinit of one speed kicks the other too. (1 + 3*2*3)*der(w1) = 3.
//! class OnConstraints.Kick
//! run --stop 2 --tol 1e-9
//! w1(1-) = 3/19 +- 1e-8
//! w2(1) = 3*(3/19 + 3) +- 1e-8
//! w1(2) = 6/19 + 3 +- 1e-8
//! check j['states'] == 1
package OnConstraints
  partial model Pendulum
    Real x(start = -sin(1), fixed = true), y(start = -cos(1)), u(start = 0, fixed = true), v, F;
    Real L(start = 1, fixed = true), energy = (u^2 + v^2)/2 + 9.81*y;
  equation
    der(x) = u;
    der(y) = v;
    der(u) = -F*x;
    der(v) = -F*y - 9.81;
    x^2 + y^2 = L^2;
  end Pendulum;

  model Wall
    extends Pendulum;
    Integer n(start = 0, fixed = true);
  equation
    L = 1;
    when x > 0.3 then
      reinit(u, -pre(u));
      n = pre(n) + 1;
    end when;
  end Wall;

  model Shortened
    extends Pendulum;
  equation
    when time >= 1 then
      L = 0.9;
    end when;
  end Shortened;

  model Kick
    Real w1(start = 0, fixed = true), w2, t;
  equation
    der(w1) = 3 - 3*t;
    2*der(w2) = t;
    w2 = 3*w1;
    when time > 1 then
      reinit(w1, pre(w1) + 3);
    end when;
  end Kick;
end OnConstraints;
