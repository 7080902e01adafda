// The condition keeps 1/(1 - time) from being evaluated at time 1, but its integral diverges.
//! run
//! error R0750 6:8
//! says the derivative of 'x' grows beyond all bounds at time 1, and its integral diverges
model Divergent
  Real x(start = 0, fixed = true);
equation
  der(x) = if time < 1 then 1/(1 - time) else 0;
  annotation(experiment(StopTime = 2));
end Divergent;
