// Values of a spatialDistribution at the start that are not finite.
//! run
//! error R0115 9:3
model M
  parameter Real big = 1e300;
  Real a, b, x(start = 0, fixed = true);
equation
  der(x) = 1;
  (a, b) = spatialDistribution(time, 0, x, true, {0, 0.5, 1}, {0, big*1e300, 0});
end M;
