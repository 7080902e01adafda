// Parameters beyond their limits: the run goes on, and says so.
//! good
//! warning R0108 7:18
//! warning R0108 8:18
model ParameterLimits
  parameter Real good(min = 0, max = 1) = 0.5;
  parameter Real low(min = 0) = -1;
  parameter Real u[2](each max = 3) = {2, 4};
  Real x(start = good, fixed = true);
equation
  der(x) = low*x + u[1];
end ParameterLimits;
