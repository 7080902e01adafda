// Van der Pol's oscillator with a thousandfold damping: long rests, sudden jumps. Stiff.
// `published`: Test Set for Initial Value Problem Solvers, release 2.4, Bari 2008.
model VanDerPol
  constant Integer shown[:] = 1:2;
  constant Real published[:] = {0.1706167732170469e1, -0.8928097010248125e-3};
  parameter Real mu = 1000;
  Real y[2](start = {2, 0}, each fixed = true, nominal = {1, 1e-3});
equation
  der(y[1]) = y[2];
  der(y[2]) = mu*(1 - y[1]^2)*y[2] - y[1];
  annotation(experiment(StopTime = 2000));
end VanDerPol;
