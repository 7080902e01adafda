// The equations of Lorenz: three quantities that never settle and never repeat.
//
// Two runs that differ in the ninth digit part ways after some thirty seconds. Try --tol 1e-4 and 1e-10 and compare.
model Lorenz "Convection, after Lorenz"
  parameter Real sigma = 10;
  parameter Real rho = 28;
  parameter Real beta = 8/3;
  Real x(start = 1, fixed = true);
  Real y(start = 1, fixed = true);
  Real z(start = 1, fixed = true);
equation
  der(x) = sigma*(y - x);
  der(y) = x*(rho - z) - y;
  der(z) = x*y - beta*z;
  annotation(experiment(StopTime = 20, Tolerance = 1e-9));
end Lorenz;
