// A branch whose sum is one variable because a parameter is zero: C*a' + a = b with C = 0. It is a switch with any C.
// (It was one in some modes and none in others, and the run crashed.) b is 4 in the first half of each period and 2 in
// the second, so x is 3 after each period. With C = 1 b is 4 and 3, so x is 3.5.
//! run --stop 2 --solver {auto,cvode,dirk}
//! final x = 6 +- 1e-6
//! final a = 4 +- 1e-6
//! run --stop 1 -p C=1
//! final x = 3.5 +- 1e-6
model ZeroSum
  parameter Real C = 0;
  Real x(start = 0, fixed = true), a, b;
  Boolean on = mod(time, 1) > 0.5;
equation
  der(x) = b;
  if on then
    a = 2;
    b = a + C;
  else
    b = 4;
    C*der(a) + a = b;
  end if;
end ZeroSum;
