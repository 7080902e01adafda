// An algorithm in a loop of equations is not built yet.
//! error S0308 6:1
//! says not built yet
model M
  Real x, y;
algorithm
  y := x^2 + 1;
equation
  x + y = 3;
end M;
