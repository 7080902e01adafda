// A mass on a rope that goes slack and is caught again: two states in polar coordinates while the rope is taut, four in
// Cartesian ones while it flies. Thrown with w0^2 = 3.5 g/L from below, the rope is slack when m (L w^2 + g cos phi) =
// 0, at cos phi =
// -(3.5 - 2)/3 = -1/2. The flight is a parabola; where it meets the circle again is found here by bisection. What
// points along the rope is lost there, and the energy stays what is left.
//| g, L = 9.81, 1.0
//| w0 = sqrt(3.5*g/L)
//| v = sqrt(0.5*g*L)
//| a = 2*pi/3
//| px, py, ux, uy = L*sin(a), -L*cos(a), v*cos(a), v*sin(a)
//| def far(t): return (px + ux*t)**2 + (py + uy*t - g*t*t/2)**2 - L*L
//| lo, hi = 0.1, 2.0
//| for k in range(200):
//|     mid = (lo + hi)/2
//|     lo, hi = (mid, hi) if far(mid) < 0 else (lo, mid)
//| flight = lo
//| cx, cy = px + ux*flight, py + uy*flight - g*flight**2/2
//| dx, dy = ux, uy - g*flight
//| phi1 = atan2(cx, -cy)
//| w1 = (dx*cos(phi1) + dy*sin(phi1))/L
//| energy = 0.5*(L*w1)**2 - g*L*cos(phi1)
//| def slack_time():
//|     # time from phi = 0 to 2 pi/3 by Simpson's rule on dphi/w
//|     n = 20000
//|     f = lambda p: 1/sqrt(w0*w0 - 2*g/L*(1 - cos(p)))
//|     h = a/n
//|     return h/3*(f(0) + f(a) + 4*sum(f((2*i + 1)*h) for i in range(n//2)) + 2*sum(f(2*i*h) for i in range(1, n//2)))
//| t0 = slack_time()
//! run --stop 2 --tol 1e-10
//! value changes('taut')[:2] = [t0, t0 + flight] +- 1e-7
//! value right('phi', changes('taut')[1]) = phi1 +- 1e-6
//! value right('w', changes('taut')[1]) = w1 +- 1e-6
//! value left('vx', changes('taut')[1]) = dx +- 1e-6
//! value left('vy', changes('taut')[1]) = dy +- 1e-6
//! check all(abs(0.5*(vx*vx + vy*vy) + g*y - energy) < 1e-6 for t, y, vx, vy in zip(times, col('y'), col('vx'), \
//!     col('vy')) if t > t0 + flight + 1e-6)
// the held angle while the mass flies
//! check all(abs(p - a) < 1e-7 for t, p in zip(times, col('phi')) if t0 + 1e-6 < t < t0 + flight - 1e-6)
//! check sorted(m['states'] for m in j['modes']) == [2, 4]
model Rope
  parameter Real L = 1, g = 9.81, m = 1;
  parameter Real w0 = sqrt(3.5*g/L);
  Real phi(start = 0, fixed = true), w(start = w0, fixed = true);
  Real x, y, vx, vy, r, F;
  Boolean taut(start = true, fixed = true);
equation
  taut = if pre(taut) then F >= 0 else r > L;
  if taut then
    der(phi) = w;
    L*der(w) = -g*sin(phi);
    x = L*sin(phi);
    y = -L*cos(phi);
    vx = L*w*cos(phi);
    vy = L*w*sin(phi);
    r = L;
    F = m*(L*w^2 + g*cos(phi));
  else
    der(x) = vx;
    der(y) = vy;
    der(vx) = 0;
    der(vy) = -g;
    r = sqrt(x^2 + y^2);
    F = 0;
  end if;
  when taut then
    reinit(phi, atan2(x, -y));
    reinit(w, (vx*(-y) + vy*x)/(x^2 + y^2));
  end when;
end Rope;
