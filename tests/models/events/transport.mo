// spatialDistribution: what goes in at one end comes out at the other when the transport has covered the length 1. All
// answers follow from z(s - x) being constant along the way: closed forms, or the root of x(t0) = x(t) - 1 by
// bisection.
//| def root(f, a, b):
//|     for _ in range(80):
//|         m = 0.5*(a + b)
//|         a, b = (m, b) if f(m) < 0 else (a, m)
//|     return a
//| def way(t): return t + 0.5*(1 - cos(t))
//| def entered(t): return root(lambda s: way(s) - way(t) + 1, -2, t)
//| def initial(s): return s/0.2 + 1 if s < 0.2 else 2 + (s - 0.2)/0.3 if s < 0.5 else 5 - (s - 0.5)/0.5
//
//! class Transport.Constant
//! run --stop 3 --tol 1e-8 --solver {erk,dirk,cvode,ida,rk4}
//! b = sin(3*(t - 0.5)) if t > 0.5 else 0 +- 1e-6
//! a = sin(3*t) +- 1e-6
//! class Transport.Varying
//! run --stop 8 --tol 1e-8
//! b = cos(2*entered(t)) if way(t) > 1 else 1 +- 1e-6
//! class Transport.Pulse
//! run --stop 3 --step 0.1 --tol 1e-8 --solver {erk,cvode}
//! changes u = [0.3, 0.6] +- 1e-9
//! changes a = [0.3, 0.6] +- 1e-9
//! changes b = [0.8, 1.1] +- 1e-9
//! inside(0.7) = 0.6 +- 1e-8
//! final inside = 0 +- 1e-8
//! final filtered = exp(-1.9) - exp(-2.2) +- 1e-7
//! class Transport.Reversed
//! run --stop 3.1 --step 0.1 --tol 1e-8
//! a = t if t < pi/2 else pi - t +- 1e-6
//! b(1.5) = 0 +- 1e-9
//! b(1.6) = -1
//! changes b = [pi/2] +- 1e-7
//! class Transport.Initial
//! run --stop 2 --step 0.01
//! b(0.4) = initial(0.6) +- 1e-9
//! b(0.6) = initial(0.4) +- 1e-9
//! b(0.9) = initial(0.1) +- 1e-9
//! b(1.1) = 9
//! changes b = [0.5, 1] +- 1e-9
//! class Transport.Backwards
//! run --stop 0.9 --step 0.01
//! a(0.1) = initial(0.1) +- 1e-9
//! a(0.4) = initial(0.4) +- 1e-9
//! a(0.7) = initial(0.7) +- 1e-9
//! changes a = [0.5] +- 1e-9
//! b(0.3) = 7
//! class Transport.Ring
//! run --stop 10.2 --step 0.05 --tol 1e-8
//! b(0.25) = 0.75 +- 1e-9
//! b(7.25) = 0.75 +- 1e-7
//! b(9.9) = 0.1 +- 1e-7
//! class Transport.Feedback
//! run --stop 5 --tol 1e-9
//! difference = 0 +- 1e-6
//! class Transport.Several
//! run --stop 3 --step 0.1 --tol 1e-8
//! b[1](0.9) = 2
//! b[1](1.5) = sin(0.5) +- 1e-7
//! b[2](0.9) = 2.1 +- 1e-9
//! b[2](2.5) = 2.25 +- 1e-7
//! c[1] = sin(t - 0.5) if t > 0.5 else 0 +- 1e-6
//! c[3] = sin(t - 1/6) if t > 1/6 else 0 +- 1e-6
//! d = sin(t - 1) if t > 1 else 0 +- 1e-6
//! class Transport.Jumping
//! run --stop 2 --step 0.05 --tol 1e-8
//! b(0.9) = 0
//! b(1.4) = 0.5 +- 1e-7
//! b(1.55) = 0.6 +- 1e-7
//! b(1.9) = 0.9 +- 1e-7
//! class Transport.Modes
//! run --stop 4 --tol 1e-8
//! b = t - 1 if t > 1 else 0 +- 1e-7
//! class Transport.Standing
//! run --stop 3.5 --step 0.1 --tol 1e-8
//! b(2.9) = 0
//! b(3.2) = 2.2 +- 1e-6
//! changes b = [3] +- 1e-7
package Transport
  model Constant "The shift by a constant time"
    parameter Real v = 2;
    Real x(start = 0, fixed = true), u = sin(3*time), a, b;
  equation
    der(x) = v;
    (a, b) = spatialDistribution(u, 0, x, v >= 0, {0, 1}, {0, 0});
  end Constant;
  model Varying "With a velocity that varies"
    Real x(start = 5, fixed = true), b;
  equation
    der(x) = 1 + 0.5*sin(time);
    (, b) = spatialDistribution(in0 = cos(2*time), in1 = 0, x = x, positiveVelocity = true, initialPoints = {0, 0.3, 1},
        initialValues = {1, 1, 1});
  end Varying;
  model Pulse "Jumps stay sharp, nothing gets lost"
    Real x(start = 0, fixed = true), u = if time > 0.3 and time < 0.6 then 1 else 0, a, b;
    Real filtered(start = 0, fixed = true), inside(start = 0, fixed = true);
  equation
    der(x) = 2;
    (a, b) = spatialDistribution(u, 0, x, true);
    der(filtered) = b - filtered;
    der(inside) = 2*(u - b);
  end Pulse;
  model Reversed "What went in comes back, the last first"
    Real x(start = 0, fixed = true), v = cos(time), a, b;
  equation
    der(x) = v;
    (a, b) = spatialDistribution(time, -1, x, v >= 0, {0, 1}, {0, 0});
  end Reversed;
  model Initial "A distribution with a jump in it, and no states"
    Real a, b;
  equation
    (a, b) = spatialDistribution(9, 7, time, true, {0, 0.2, 0.5, 0.5, 1}, {1, 2, 3, 5, 4});
  end Initial;
  model Backwards
    Real a, b;
  equation
    (a, b) = spatialDistribution(9, 7, -time, false, {0, 0.2, 0.5, 0.5, 1}, {1, 2, 3, 5, 4});
  end Backwards;
  model Ring "What comes out goes in again"
    Real x(start = 0, fixed = true), b;
  equation
    der(x) = 1;
    (, b) = spatialDistribution(b, 0, x, true, {0, 1}, {0, 1});
  end Ring;
  model Feedback "The same as a delay"
    Real x(start = 0, fixed = true), y(start = 1, fixed = true), z(start = 1, fixed = true), b, difference = y - z;
  equation
    der(x) = 1/0.7;
    der(y) = -1.5*b;
    der(z) = -1.5*delay(z, 0.7);
    (, b) = spatialDistribution(y, 0, x, true, {0, 1}, {1, 1});
  end Feedback;
  model Several "Of vectors, in loops, in algorithms"
    Real x(start = 0, fixed = true), a[2], b[2], c[3], d, e;
    parameter Real z[2, 2] = {{2, 2}, {2, 3}};
  equation
    der(x) = 1;
    (a, b) = spatialDistribution({sin(time), time^2}, {0, 0}, x, true, {0, 1}, z);
    for i in 1:3 loop
      (, c[i]) = spatialDistribution(sin(time), 0, i*x*(if i == 1 then 2 else if i == 2 then 1 else 2), true);
    end for;
  algorithm
    (e, d) := spatialDistribution(sin(time), 0, x, true);
  end Several;
  model Jumping "A position that jumps carries what is there with it; in between lies a straight line"
    Real x(start = 0, fixed = true), b;
  equation
    der(x) = 1;
    (, b) = spatialDistribution(time, 0, x, true);
    when time > 0.6 then
      reinit(x, pre(x) + 0.1);
    end when;
  end Jumping;
  model Modes "The memory outlives changes of the structure"
    Real x(start = 0, fixed = true), b, p(start = 0, fixed = true), q;
  equation
    der(x) = 1;
    (, b) = spatialDistribution(time, 0, x, x >= -1);
    if sin(5*time) > 0 then
      der(p) = 1;
      q = p;
    else
      der(p) = -1;
      p + q = 0;
    end if;
  end Modes;
  model Standing "Nothing goes in while it stands, whatever is there"
    Real x(start = 0, fixed = true), u, b;
  equation
    der(x) = if time < 0.5 then 1 else if time < 2 then 0 else 1;
    u = if time < 0.4 then 0 else if time < 0.5 then 0 else time;
    (, b) = spatialDistribution(u, 0, x, true);
  end Standing;
end Transport;
