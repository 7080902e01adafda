// A parameter to be found has two conditions.
//! error S0202 9:3
//! says there is one initial condition too many for 'k', 'x', 'der(x)'
model M
  parameter Real k(fixed = false, start = 1);
  Real x(start = 1, fixed = true);
initial equation
  der(x) = -3;
  k = 2;
equation
  der(x) = -k*x;
end M;
