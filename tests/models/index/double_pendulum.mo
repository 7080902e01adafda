// The double pendulum in Cartesian coordinates, two constraints of index 3, beside the same in the two angles, which
// needs no constraints. Known: the lengths, the energy, and each other; the motion is chaotic, so they are compared
// over the first seconds.
//| def most(values): return max(abs(v) for v in values)
//! run --stop 3 --tol 1e-10 --solver {auto,cvode,dirk}
//! value [a - sin(b) for a, b in zip(col('x1'), col('a1'))] = [0]*len(times) +- 2e-6
//! value [y2 - y1 + 0.7*cos(b) for y1, y2, b in zip(col('y1'), col('y2'), col('a2'))] = [0]*len(times) +- 2e-6
//! run --stop 50 --tol 1e-8 --solver {auto,cvode}
//! value most(a*a + b*b - 1 for a, b in zip(col('x1'), col('y1'))) = 0 +- 1e-11
//! value most((c - a)**2 + (d - b)**2 - 0.49 for a, b, c, d in zip(col('x1'), col('y1'), col('x2'), col('y2'))) \
//!     = 0 +- 1e-11
//! value most(e - col('energy')[0] for e in col('energy')) = 0 +- 3e-4
//! check j['states'] == 8 + 4
model DoublePendulum
  parameter Real g = 9.81, L1 = 1, L2 = 0.7, m1 = 1, m2 = 2;
  Real x1(start = 1, fixed = true), y1(start = 0, fixed = true), x2(start = 1, fixed = true),
      y2(start = 0.7, fixed = true);
  Real u1(start = 0, fixed = true), v1(start = 0, fixed = true), u2(start = 0, fixed = true),
      v2(start = 0, fixed = true), f1, f2;
  Real energy = m1/2*(u1^2 + v1^2) + m2/2*(u2^2 + v2^2) + g*(m1*y1 + m2*y2);
  Real a1(start = 1.5707963267948966, fixed = true), a2(start = 3.141592653589793, fixed = true);
  Real w1(start = 0, fixed = true), w2(start = 0, fixed = true);
equation
  der(x1) = u1;
  der(y1) = v1;
  der(x2) = u2;
  der(y2) = v2;
  m1*der(u1) = -f1*x1 + f2*(x2 - x1);
  m1*der(v1) = -f1*y1 + f2*(y2 - y1) - m1*g;
  m2*der(u2) = -f2*(x2 - x1);
  m2*der(v2) = -f2*(y2 - y1) - m2*g;
  x1^2 + y1^2 = L1^2;
  (x2 - x1)^2 + (y2 - y1)^2 = L2^2;
  // in angles, from Lagrange's equations
  der(a1) = w1;
  der(a2) = w2;
  (m1 + m2)*L1*der(w1) + m2*L2*cos(a1 - a2)*der(w2) = -m2*L2*sin(a1 - a2)*w2^2 - (m1 + m2)*g*sin(a1);
  L2*der(w2) + L1*cos(a1 - a2)*der(w1) = L1*sin(a1 - a2)*w1^2 - g*sin(a2);
end DoublePendulum;
