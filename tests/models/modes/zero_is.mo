// 0 = if c then a else b, where a and b have no unknown in common: what the equation determines changes with the
// condition, so it is a switch. An ideal diode behind a resistor of 2 at sin(t): the charge of one and of a part of
// another half wave.
//! class ZeroIs.Diode
//! run --stop 7 --tol 1e-9
//! final q = 0.5*(2 + 1 - cos(7 - 2*pi)) +- 1e-7
// Three conditions in one equation: a is free, then tied to b, then to c, which nothing moves; b gives what a takes.
//! class ZeroIs.Three
//! run --stop 3
//! value [right('a', 1), right('b', 1), right('c', 1)] = [1.5, 1.5, 4] +- 1e-9
//! value [right('a', 2), right('b', 2), right('c', 2)] = [4, -1, 4] +- 1e-9
// The same unknown in both: no switch, and nothing jumps.
//! class ZeroIs.Same
//! run --stop 1
//! final y = 1 +- 1e-9
//! message none
package ZeroIs
  model Diode
    Real v, i, s, u, q(start = 0, fixed = true);
    Boolean off;
  equation
    u = sin(time);
    u = v + 2*i;
    off = s < 0;
    s = if off then v else i;
    0 = if off then i else v;
    der(q) = i;
  end Diode;
  model Three
    Real a(start = 1, fixed = true), b(start = 2, fixed = true), c(start = 4, fixed = true), f;
    Integer m = if time < 1 then 0 elseif time < 2 then 1 else 2;
  equation
    der(a) = f;
    der(b) = -f;
    der(c) = 0;
    0 = if m == 0 then f elseif m == 1 then a - b else a - c;
  end Three;
  model Same
    Real x(start = 0, fixed = true), y;
  equation
    der(x) = 1;
    0 = if x > 0.5 then y - 1 else y - 2*x;
  end Same;
end ZeroIs;
