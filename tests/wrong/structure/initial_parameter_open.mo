// A parameter that the initial equations should determine, but do not.
//! error S0203 5:18
//! says nothing determines the parameter 'k', which has fixed = false
model M
  parameter Real k(fixed = false);
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end M;
