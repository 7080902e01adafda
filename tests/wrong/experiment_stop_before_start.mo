// The experiment stops before it starts.
//! good
//! warning M0494 8:40
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  annotation(experiment(StartTime = 5, StopTime = 2));
end M;
