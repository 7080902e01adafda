// spatialDistribution: points that are parameters are looked at when the run begins; here they are not divided by the
// length.
//! run
//! error R0115 11:3
//! says the last one must be 1
//! says is 50
model PointsOfParameters
  parameter Real length = 50;
  Real x = time, a, b;
equation
  (a, b) = spatialDistribution(1, 2, x, true, {0, length}, {1, 2});
end PointsOfParameters;
