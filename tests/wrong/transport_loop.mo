// What goes in depends on what comes out at the same end: the end lags by up to a step, and rates read it.
//! options --stop 10
//! run
//! good
//! warning R0726 11:3
model M
  Real x(start = 0, fixed = true), u, a, b, e(start = 0, fixed = true);
equation
  der(x) = 1;
  u = sin(time) + 0.5*a;
  (a, b) = spatialDistribution(u, 0, x, true);
  der(e) = a;
end M;
