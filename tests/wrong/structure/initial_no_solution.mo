// Initial equations from whose start values no solution is found.
//! run
//! error R0310 8:3
//! says the loop of 'y', 'x' did not converge at time 0
model M
  Real x(start = 1), y;
initial equation
  x^2 + y^2 = 1;
  exp(y) = x - 3;
equation
  der(x) = -x;
  der(y) = -y;
end M;
