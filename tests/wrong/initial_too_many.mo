// More initial conditions than states.
//! error S0202 7:3
//! says 'x'
model M
  Real x(start = 1, fixed = true);
initial equation
  x = 2;
equation
  der(x) = -x;
end M;
