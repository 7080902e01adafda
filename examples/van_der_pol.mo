// The oscillator of Van der Pol with a strong nonlinearity: slow creeping, sudden jumps.
//
// In the creeping parts the equations are very stiff. The solver that `auto` chooses (see the summary) takes about 400
// steps; an explicit one (--solver erk) takes more than a million.
model VanDerPol "A relaxation oscillator"
  parameter Real mu = 1000;
  Real x(start = 2, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = mu*(1 - x^2)*y - x;
  annotation(experiment(StopTime = 2000, Tolerance = 1e-6));
end VanDerPol;
