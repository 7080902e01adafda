// A clutch whose ratio a condition decides is closed from the start on, and fixed start values of the speeds do not fit
// it. So they are left limits, and the first instant jumps (E31). The momentum 3*w1 + 5*w2/k is kept, with the ratio k
// of the angle at the start. One of the speeds was computed from the others instead, without a word.
//| k = lambda q: -1.25 - 0.5*cos(q) if q > 0 else -1 - 0.4*cos(q)
//| def after(q):
//|     # 3*w1 = -3 + k*P, 5*w2 = 10 + 2*P, k*w1 + 2*w2 = 0
//|     P = -(k(q)*(-3)/3 + 2*10/5)/(k(q)**2/3 + 4/5)
//|     return (-3 + k(q)*P)/3, (10 + 2*P)/5
//! run -p q0={-1,0.7} --stop 1.5 --tol 1e-9 --solver {auto,cvode}
//! value right('w1', 0) = after(right('q', 0))[0] +- 1e-9
//! value right('w2', 0) = after(right('q', 0))[1] +- 1e-9
//! message R0230 w1 from -1 to
model StartWithFactor
  parameter Real q0 = -1;
  Real q(start = q0, fixed = true), w1(start = -1, fixed = true), w2(start = 2, fixed = true);
  Real k, slip, t;
equation
  slip = k*w1 + 2*w2;
  der(q) = w1;
  3*der(w1) = k*t - w1;
  k = if q > 0 then -1.25 - 0.5*cos(q) else -1 - 0.4*cos(q);
  5*der(w2) = 2*t;
  if time >= 0 and time < 1 then slip = 0; else t = 0; end if;
end StartWithFactor;
