// Two brakes hold one shaft: their torques are open, and only their sum is known. It falls from 0.0123 to 3.3e-26,
// beside which rounding of the value before it is large (R0313). The sum is the load at all times, and the shaft stands
// still.
//! run --stop 2 --solver {auto,cvode,ida,rodas,dirk}
//! value final['sum'] = 3.3e-26 +- 1e-34
//! sum(0.5) = 0.0123 +- 1e-15
//! w = 0
//! message R0313
model OpenAndSmall
  Real free = if time < 5 then 0 else 1 "both hold";
  parameter Real k = 1, m = 2, J = 2;
  Real w(start = 0, fixed = true), a, sum, brake1, brake2, load = if time < 1 then 0.0123 else 3.3e-26;
equation
  der(w) = a;
  J*a + sum = load;
  sum = brake1 + brake2;
  k*a = free*brake1;
  m*a = free*brake2;
end OpenAndSmall;
