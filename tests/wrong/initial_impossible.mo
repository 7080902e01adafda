// Initial equations that have no solution.
//! run
//! error R0310 8:3
//! says 'x'
model M
  Real x(start = 1);
initial equation
  x^2 = -1;
equation
  der(x) = -x;
end M;
