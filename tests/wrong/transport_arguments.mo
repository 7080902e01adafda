// spatialDistribution: arguments that are missing or are called otherwise, three results, der of it, and a call in a
// function.
//! error M0523 26:12
//! error M0522 27:47
//! says did you mean 'initialPoints'
//! error M0416 28:3
//! says 2 results
//! error M0333 29:7
//! says spatialDistribution
//! error M0528 22:10
model Arguments
  function f
    input Real u;
    output Real y;
  algorithm
    y := g(u);
  end f;
  function g
    input Real u;
    output Real y;
  algorithm
    y := spatialDistribution(u, 2, 3, true);
  end g;
  Real x = time, a, b, c;
equation
  (a, b) = spatialDistribution(1, 2, x);
  (a, b) = spatialDistribution(1, 2, x, true, initialPoint = {0, 1});
  (a, b, c) = spatialDistribution(1, 2, x, true);
  c = der(spatialDistribution(1, 2, x, true));
  a = f(x);
end Arguments;
