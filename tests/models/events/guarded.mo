// noEvent guards what must not be evaluated: sqrt of a negative number, a division by zero. With x = 1 - t the area
// under sqrt(max(x, 0)) is 2/3.
//! run --stop 2 --tol 1e-8 --solver {auto,cvode,erk,dirk,rodas}
//! final a = 2/3 +- 1e-5
//! final q = 0
//! message none
model Guarded
  Real x = 1 - time;
  Real a(start = 0, fixed = true);
  Real q = noEvent(if x > 0 then 1/x else 0);
equation
  der(a) = noEvent(if x > 0 then sqrt(x) else 0);
end Guarded;
