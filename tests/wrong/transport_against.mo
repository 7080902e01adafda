// x falls although positiveVelocity says that it grows.
//! options --stop 3
//! run
//! good
//! warning R0727 9:3
model M
  Real x(start = 0, fixed = true), a, b;
equation
  (a, b) = spatialDistribution(time, 0, x, true);
  der(x) = cos(time);
end M;
