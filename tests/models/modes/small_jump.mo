// Two capacitors whose voltages differ by little are joined. The charge is conserved, however little flows: both get
// the mean, weighted by the capacitances.
//! run --stop 2 -p d={4e-3,4e-5}
//! v1(0.5) = 1 +- 1e-12
//! v1(2) = 1 + 0.75*final["d"] +- 1e-4*final["d"]
//! v2(2) = 1 + 0.75*final["d"] +- 1e-4*final["d"]
//! changes v1 = [1] +- 1e-9
//! message R0230 v2 from 1.00
//! run --stop 2 -p d=4e-7 --tol 1e-8
//! v1(2) = 1 + 3e-7 +- 1e-11
//! v2(2) = 1 + 3e-7 +- 1e-11
model small_jump
  parameter Real d = 1e-3;
  Real v1(start = 1, fixed = true), v2(start = 1 + d, fixed = true), i;
  Boolean closed = time > 1;
equation
  der(v1) = i;
  3*der(v2) = -i;
  if closed then
    v1 = v2;
  else
    i = 0;
  end if;
end small_jump;
