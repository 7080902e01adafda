// homotopy: where the way begins, the actual expression has no value (a root of a negative number, a function that
// fails), and is not computed.
//! run --stop 1
// sqrt(x - 3) = 1, and 2*f(y) = 6 with f(y) = y - 20 for y > 20 only
//! final x = 4 +- 1e-9
//! final y = 23 +- 1e-9
function f
  input Real y;
  output Real z;
algorithm
  assert(y > 20, "only above 20");
  z := y - 20;
end f;

model HomotopyStart
  Real x(start = -1000), y(start = -50);
equation
  0 = homotopy(sqrt(x - 3) - 1, x - 10);
  0 = homotopy(2*f(y) - 6 + 1e-3*(y - 23)^3, y - 40);
end HomotopyStart;
