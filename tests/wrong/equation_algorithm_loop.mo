// An algorithm in a loop of equations is a function of what it reads; one that does more than compute cannot be.
//! error S0308 8:1
//! says homotopy
model M
  Real x(start = 1), y;
equation
  x + y = 3;
algorithm
  y := homotopy(x^2, x) + 1;
end M;
