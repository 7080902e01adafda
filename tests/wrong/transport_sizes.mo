// spatialDistribution: distributions whose sizes do not fit.
//! error M0620 27:61
//! says 3 values
//! error M0620 28:48
//! says vectors of known size
//! error M0620 29:48
//! says at least two
//! error M0620 30:48
//! says initialValues is not given
//! error M0620 31:66
//! says as many rows
//! error M0305 32:41
//! error M0620 33:33
//! error M0309 34:42
//! error M0525 35:56
//! says varies
model Sizes
  Real x = time, a, b, p[2], q[2];
  parameter Real z[3] = {1, 2, 3};
  parameter Real m[3, 2] = fill(0, 3, 2);
equation
  a = 1;
  b = 2;
  p = {1, 2};
  q = {1, 2};
algorithm
  (a, b) := spatialDistribution(1, 2, x, true, {0, 0.5, 1}, {1, 2});
  (a, b) := spatialDistribution(1, 2, x, true, 0, {1, 2});
  (a, b) := spatialDistribution(1, 2, x, true, {0}, {1});
  (a, b) := spatialDistribution(1, 2, x, true, {0, 0.5, 1});
  (p, q) := spatialDistribution({1, 2}, {1, 2}, x, true, {0, 1}, m);
  (p, q) := spatialDistribution({1, 2}, {1, 2, 3}, x, true);
  (p, q) := spatialDistribution({{1, 2}}, {1, 2}, x, true);
  (a, b) := spatialDistribution(1, 2, x, 1);
  (a, b) := spatialDistribution(1, 2, x, true, {0, 1}, {0, x});
end Sizes;
