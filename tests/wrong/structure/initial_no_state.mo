// The derivative of the wrong variable: y is no state, and cannot be fixed.
//! error S0202 5:37
//! says there is one initial condition too many for 'x', 'y', 'der(x)'
model M
  Real x(start = 10, fixed = true), y(start = 5, fixed = true);
equation
  der(x) = x - 0.1*x*y;
  der(x) = -y + 0.05*x*y;
end M;
