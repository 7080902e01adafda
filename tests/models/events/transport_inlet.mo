// spatialDistribution: the end where a signal enters is this signal in every stage of a step, so rates may read it.
// Closed forms: integrals of the signals; for the tank, whose water goes through a pipe and back, the method of steps
// over two passes; what is inside follows from the balance.
//| from math import pi, exp
//| def turned(t): return t*t/2 if t < pi/2 else pi*t - t*t/2 - pi*pi/4
//| def tank(t): return 80 - 60*exp(-t) if t < 1 else 80 - 60*(t - 1)*exp(1 - t) - 60*exp(-t)
//
//! class TransportInlet.Forwards
//! run --stop 10 --tol 1e-8 --solver {auto,erk,dirk,rodas,cvode,adams,ida,rk4}
//! e = 1 - cos(t) +- 1e-6
//! f = 0 if t < 1 else 1 - cos(t - 1) +- 2e-6
//! class TransportInlet.Forwards
//! run --stop 10 --solver {euler,heun} --step 0.001
//! e = 1 - cos(t) +- 2e-3
//! class TransportInlet.Backwards
//! run --stop 10 --tol 1e-8 --solver {auto,erk,dirk,rodas,cvode,ida,rk4}
//! e = 1 - cos(t) +- 1e-6
//! f = 0 if t < 1 else 1 - cos(t - 1) +- 2e-6
//! class TransportInlet.Turned
//! run --stop 3.1 --tol 1e-8 --solver {auto,erk,rodas,cvode,ida}
//! e = turned(t) +- 1e-6
//! f = 0 if t < pi/2 else pi/2 - t +- 1e-6
//! class TransportInlet.Tank
//! run --stop 2 --tol 1e-8 --solver {auto,erk,dirk,rodas,cvode,ida,rk4}
//! T = tank(t) +- 2e-5
//! all = 100 +- 1e-6
//! class TransportInlet.Several
//! run --stop 3 --tol 1e-8 --solver {erk,rodas,cvode}
//! e[1] = 1 - cos(t) +- 1e-6
//! e[2] = t**3/3 +- 1e-6
//! g = 1 - cos(t) +- 1e-6
//! h[1] = 1 - cos(t) +- 1e-6
//! h[3] = 3*(1 - cos(t)) +- 1e-6
//! class TransportInlet.Chain
//! run --stop 5 --tol 1e-8 --solver {erk,rodas,cvode}
//! e = 1 - cos(t) +- 1e-6
//! f = 0 if t < 2 else 1 - cos(t - 2) +- 1e-5
//! class TransportInlet.Modes
//! run --stop 4 --tol 1e-8
//! e = t**2/2 +- 1e-6
package TransportInlet
  model Forwards
    Real x(start = 0, fixed = true), a, b, e(start = 0, fixed = true), f(start = 0, fixed = true);
  equation
    der(x) = 1;
    (a, b) = spatialDistribution(sin(time), 0, x, true, {0, 1}, {0, 0});
    der(e) = a;
    der(f) = b;
  end Forwards;
  model Backwards
    Real x(start = 0, fixed = true), a, b, e(start = 0, fixed = true), f(start = 0, fixed = true);
  equation
    der(x) = -1;
    (a, b) = spatialDistribution(0, sin(time), x, der(x) >= 0, {0, 1}, {0, 0});
    der(e) = b;
    der(f) = a;
  end Backwards;
  model Turned "x turns at pi/2: what went in comes back, and -1 goes in at the other end"
    Real x(start = 0, fixed = true), v = 0.5*cos(time), a, b, e(start = 0, fixed = true), f(start = 0, fixed = true);
  equation
    der(x) = v;
    (a, b) = spatialDistribution(time, -1, x, v >= 0, {0, 1}, {0, 0});
    der(e) = a;
    der(f) = b;
  end Turned;
  model Tank "Its water goes through a pipe that is hot at first, and back"
    Real x(start = 0, fixed = true), T(start = 20, fixed = true), a, b, inside(start = 80, fixed = true),
        all = T + inside;
  equation
    der(x) = 1;
    (a, b) = spatialDistribution(T, 0, x, true, {0, 1}, {80, 80});
    der(T) = b - a;
    der(inside) = a - b;
  end Tank;
  model Pipe
    input Real u;
    input Real x;
    output Real a, b;
  equation
    (a, b) = spatialDistribution(u, 0, x, true);
  end Pipe;
  model Several "Vectors, algorithms, arrays of components"
    Real x(start = 0, fixed = true), a[2], b[2], e[2](each start = 0, each fixed = true);
    Real c, d, g(start = 0, fixed = true), h[3](each start = 0, each fixed = true);
    Pipe p[3](u = {i*sin(time) for i in 1:3}, each x = x);
  equation
    der(x) = 1;
    (a, b) = spatialDistribution({sin(time), time^2}, {0, 0}, x, true);
    der(e) = a;
    der(g) = c;
    der(h) = p.a;
  algorithm
    (c, d) := spatialDistribution(sin(time), 0, x, true);
  end Several;
  model Chain "One pipe behind another"
    Real x(start = 0, fixed = true), e(start = 0, fixed = true), f(start = 0, fixed = true);
    Pipe p(u = sin(time), x = x), q(u = p.b, x = x);
  equation
    der(x) = 1;
    der(e) = p.a;
    der(f) = q.b;
  end Chain;
  model Modes "In an equation of two modes"
    Real x(start = 0, fixed = true), a, e(start = 0, fixed = true), p(start = 0, fixed = true), q;
  equation
    der(x) = 1;
    (a, ) = spatialDistribution(time, 0, x, true);
    der(e) = a;
    if sin(5*time) > 0 then
      der(p) = 1;
      q = p;
    else
      der(p) = -1;
      p + q = 0;
    end if;
  end Modes;
end TransportInlet;
