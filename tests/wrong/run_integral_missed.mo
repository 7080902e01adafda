// The integral of (1 - time)^(-0.9) is 10. A third of it lies closer to time 1 than 1e-5, a fortieth closer than 1e-16.
//! good
//! warning R0751 6:8
//! says the derivative of 'x' grows beyond all bounds at time 1, too fast for its integral to be computed
model Unresolved
  Real x(start = 0, fixed = true);
equation
  der(x) = if time < 1 then (1 - time)^(-0.9) else 0;
  annotation(experiment(StopTime = 2));
end Unresolved;
