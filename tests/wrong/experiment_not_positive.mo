// Settings of the experiment that make no sense are said, and not used.
//! good
//! warning M0494 8:38
//! warning M0494 8:53
model ExperimentNotPositive
  Real x(start = 1, fixed = true);
equation
  der(x) = -x; annotation(experiment(Interval = -1, Tolerance = 0));
end ExperimentNotPositive;
