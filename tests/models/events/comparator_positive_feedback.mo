// A comparator with positive feedback of one half and an integrator behind it: a generator of triangles. The
// comparator's conditions have latches: at the end of its range "below" and "between" exclude each other in turn, and
// only "above" holds. v = (out + x)/2 changes sides where x = -+15 (up to 15/V0), x' = -10*out: up from 0 to 15 in 0.1
// s, then from 15 to -15 in 0.2 s, and so on.
//! run --stop 0.65 --step 0.05
//! out(0) = -15 +- 1e-9
//! x(0.05) = 7.5 +- 1e-2
//! x(0.2) = 0 +- 5e-2
//! out(0.2) = 15 +- 1e-9
//! x(0.25) = -7.5 +- 5e-2
//! out(0.4) = -15 +- 1e-9
//! x(0.6) = 0 +- 5e-2
//! out(0.6) = 15 +- 1e-9
model M
  parameter Real V0 = 15000;
  Real x(start = 0, fixed = true), v, out;
equation
  v = (out + x)/2;
  out = homotopy(actual = smooth(0, if V0*v > 15 then 15 else if V0*v < -15 then -15 else V0*v), simplified = -15);
  der(x) = -10*out;
end M;
