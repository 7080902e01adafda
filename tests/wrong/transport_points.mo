// spatialDistribution: points that do not go from 0 to 1.
//! error M0621 11:47
//! says the first one must be 0
//! error M0621 12:47
//! says the last one must be 1
//! error M0621 13:47
//! says none may be less
model Points
  Real x = time, a, b, c, d, e, f;
equation
  (a, b) = spatialDistribution(1, 2, x, true, {0.1, 1}, {1, 2});
  (c, d) = spatialDistribution(1, 2, x, true, {0, 0.5}, {1, 2});
  (e, f) = spatialDistribution(1, 2, x, true, {0, 0.7, 0.3, 1}, {1, 2, 3, 4});
end Points;
