// A variable is read in an algorithm before the statement that sets it.
//! good
//! warning M0451 8:3
//! says 'x'
model M
  Real x, y;
algorithm
  y := 2*x;
  x := time;
end M;
