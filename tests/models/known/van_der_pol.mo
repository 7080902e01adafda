// Van der Pol, mu = 1000, to t = 2000. In the scaled form (epsilon = 1e-6, t to 2) the IVP test set gives
//   y1 = 1.706167732170483,  y2 = -0.8928097010247975;  here the derivative is y2/mu.
//! run --tol {1e-6,1e-8} --solver {auto,cvode,ida,dirk,rodas}
//! final x = 1.706167732170483 +- 1e3*tol
//! final y = -0.8928097010247975e-3 +- 1e3*tol
//! check max(map(abs, col('x'))) < 2.01 and j['steps'] < 20000
model VanDerPol "A relaxation oscillator"
  parameter Real mu = 1000;
  Real x(start = 2, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = mu*(1 - x^2)*y - x;
  annotation(experiment(StopTime = 2000, Tolerance = 1e-6));
end VanDerPol;
