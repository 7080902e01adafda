// The pendulum in Cartesian coordinates: index 3, and no choice of two states lasts through a swing past the side or a
// full turn. All four stay states and are kept on the constraint by projection. Known: the length; the energy; and the
// period, from the complete elliptic integral by the arithmetic-geometric mean: T = 2 pi sqrt(L/g)/agm(1, cos(a/2)) for
// the amplitude a, and for a full turn with speed w at the bottom T = 2 pi/(w agm(1, sqrt(1 - k^2))), k = 2
// sqrt(g/L)/w.
//| g = 9.81
//| def agm(a, b):
//|     for _ in range(40): a, b = (a + b)/2, sqrt(a*b)
//|     return a
//| def swing(a): return 2*pi/sqrt(g)/agm(1, cos(a/2))
//| def turn(w): return 2*pi/(w*agm(1, sqrt(1 - 4*g/w**2)))
//| def period(times): return (times[-1] - times[0])/(len(times) - 1)
//| def most(values): return max(abs(v) for v in values)
// A hundred seconds of a swing of 150 degrees.
//! class PendulumCartesian.Swing
//! run --stop 100 --tol 1e-8 -p a=2.618 --solver {auto,erk,cvode,adams,ida,dirk} --vars x,y,u,v,n,energy,tangential
//! value most(a*a + b*b - 1 for a, b in zip(col('x'), col('y'))) = 0 +- 1e-12
//! value most(col('tangential')) = 0 +- 1e-12
//! value most(e - col('energy')[0] for e in col('energy')) = 0 +- 200*9.81*tol
//! value period(changes('n')) = swing(2.618) +- 1e-5
//! check j['states'] == 4
// At the tolerance that one gets when one says nothing.
//! run --stop 100 -p a=1
//! value most(a*a + b*b - 1 for a, b in zip(col('x'), col('y'))) = 0 +- 1e-8
//! value most(e - col('energy')[0] for e in col('energy')) = 0 +- 20*9.81*tol
//! value period(changes('n')) = swing(1) +- 10*tol
// Small, and nearly to the top.
//! run --stop 20 --tol 1e-9 -p a=0.05 --solver {auto,cvode}
//! value period(changes('n')) = swing(0.05) +- 1e-7
//! run --stop 60 --tol 1e-10 -p a=3.1
//! value period(changes('n')) = swing(3.1) +- 1e-5
//! value most(a*a + b*b - 1 for a, b in zip(col('x'), col('y'))) = 0 +- 1e-12
// Solvers of fixed step are kept on it too.
//! run --stop 10 --step 0.001 -p a=2 --solver {rk4,heun,euler} --vars x,y,tangential
//! value most(a*a + b*b - 1 for a, b in zip(col('x'), col('y'))) = 0 +- 1e-12
//! value most(col('tangential')) = 0 +- 1e-12
// Full turns: 6.3 m/s at the bottom would just not do, 7 does.
//! class PendulumCartesian.Turn
//! run --stop 100 --tol 1e-9 -p w=7 --solver {auto,cvode,dirk} --vars x,y,n,energy
//! value most(a*a + b*b - 1 for a, b in zip(col('x'), col('y'))) = 0 +- 1e-12
//! value most(e - col('energy')[0] for e in col('energy')) = 0 +- 1e-5
//! value period(changes('n')) = turn(7) +- 1e-5
//! check len(changes('n')) > 70
package PendulumCartesian
  partial model Pendulum
    parameter Real g = 9.81, L = 1;
    Real x, y, u, v, F "force in the rod over its length and mass";
    Real energy = (u^2 + v^2)/2 + g*y, tangential = x*u + y*v;
    Integer n(start = 0, fixed = true) "passages of the bottom, to the right";
  equation
    der(x) = u;
    der(y) = v;
    der(u) = -F*x;
    der(v) = -F*y - g;
    x^2 + y^2 = L^2;
    when x > 0 then
      n = pre(n) + 1;
    end when;
  end Pendulum;

  model Swing
    parameter Real a = 1 "amplitude";
    extends Pendulum(x(start = -sin(a), fixed = true), y(start = -cos(a)), u(start = 0, fixed = true));
  end Swing;

  model Turn
    parameter Real w = 7;
    extends Pendulum(x(start = 0, fixed = true), y(start = -1), u(start = w, fixed = true));
  end Turn;
end PendulumCartesian;
