// The experiment stops before it starts.
//! run
//! error R0402
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  annotation(experiment(StartTime = 5, StopTime = 2));
end M;
