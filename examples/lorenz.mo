// The equations of Lorenz: three quantities that never settle and never repeat.
//
// The smallest error grows until two runs separate: with --stop 45, runs with --tol 1e-8 and 1e-10 do so at about 25 s.
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
