// A division that a condition guards is not done on the other side, however fast the divisor passes zero: near time
// 0.0016 a unit in the last place of time moves i by more than eps. The eps is a number, a parameter, and another
// expression of the divisor.
//! run --stop 0.01 --solver {auto,rodas,cvode}
//! final i = cos(10) +- 1e-4
//! final L = 1/abs(cos(10)) +- 1e-3
//! final M = 1/abs(cos(10)) +- 1e-3
//! final N = 1/cos(10)**2 +- 3e-3
model guarded_division
  parameter Real eps = 1e-15;
  Real i(start = 1, fixed = true), v(start = 0, fixed = true), psi = 1 + 0*time, L, M, N;
equation
  der(i) = -1000*v;
  der(v) = 1000*i;
  L = noEvent(if abs(i) > 1e-15 then abs(psi/i) else abs(psi/1e-15));
  M = noEvent(if i > eps or i < -eps then abs(psi/i) else abs(psi/eps));
  N = noEvent(if i^2 > eps then psi/i^2 else 0);
end guarded_division;
