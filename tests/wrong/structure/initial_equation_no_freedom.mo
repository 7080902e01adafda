// An initial equation for something that parameters decide.
//! error S0202 8:3
//! says the initial equation y = 4 cannot hold: other equations determine 'y' already
model M
  parameter Real p = 3;
  Real y, x(start = 1, fixed = true);
initial equation
  y = 4;
equation
  y = 2*p;
  der(x) = -y*x;
end M;
