// The solution of a loop meets another one and ends there: the loop jumps to a third.
//! good
//! warning R0263 9:3
//! says the solution of the loop of 'y' ends at time 2.76980036
model Fold
  Real x(start = -1, fixed = true), y(start = -1.2);
equation
  der(x) = 0.5;
  y^3 - y = x;
  annotation(experiment(StopTime = 4));
end Fold;
