// A loop of equations, u^3 - u = v, that has three solutions while v is between -0.385 and 0.385. It begins on the
// upper one. In the second mode v goes below -0.385, where the upper one ends, and comes back: u is on the lower one
// from then on, also where the first mode is entered again (E174), whatever its loop had found before.
//| from math import acos, cos, pi, sqrt
//| def v_of(t): return 0.3 if t < 1 or t > 3 else 0.3 + 0.65*(cos(pi*(t - 1)) - 1)
//| def root(v, k): return 2/sqrt(3)*cos((acos(1.5*sqrt(3)*v) + 2*pi*k)/3)
//! run --stop 4 --solver {auto,cvode,rodas,rk4} --step 0.05
//! v(3) = 0.3 +- 1e-4
//! u(0.5) = root(0.3, 0) +- 1e-6
//! u(1.3) = root(v_of(1.3), 0) +- 1e-3
//! u(2.8) = root(v_of(2.8), 1) +- 1e-3
//! u(3) = root(0.3, 1) +- 1e-3
//! u(4) = root(0.3, 1) +- 1e-3
//! message R0263 u
model BranchOfLoop
  Real v(start = 0.3, fixed = true), u(start = 1.1), a, b;
  Boolean second = time >= 1 and time < 3;
equation
  der(v) = if second then -0.65*3.141592653589793*sin(3.141592653589793*(time - 1)) else 0;
  u^3 - u = v;
  if second then
    a = 1;
    b = 2*a;
  else
    b = 4;
    2*a = b;
  end if;
end BranchOfLoop;
