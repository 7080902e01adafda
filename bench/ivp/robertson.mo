// Robertson's reaction over eleven decades of time. Stiff.
// `published`: Test Set for Initial Value Problem Solvers, release 2.4, Bari 2008.
model Robertson
  constant Integer shown[:] = 1:3;
  constant Real published[:] = {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050};
  Real y[3](start = {1, 0, 0}, each fixed = true, nominal = {1e-7, 1e-12, 1});
  Real slow = 0.04*y[1], back = 1e4*y[2]*y[3], fast = 3e7*y[2]^2;
equation
  der(y[1]) = back - slow;
  der(y[2]) = slow - back - fast;
  der(y[3]) = fast;
  annotation(experiment(StopTime = 1e11));
end Robertson;
