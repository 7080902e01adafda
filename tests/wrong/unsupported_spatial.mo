// spatialDistribution.
//! error M0907 7:12
//! says not supported yet
model M
  Real a, b;
equation
  (a, b) = spatialDistribution(1, 2, 0, true);
end M;
