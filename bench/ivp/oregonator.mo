// The Oregonator: the Belousov-Zhabotinskii reaction, an oscillation over six decades. Stiff.
// `published`: Test Set for Initial Value Problem Solvers, release 2.4, Bari 2008.
model Oregonator
  constant Integer shown[:] = 1:3;
  constant Real published[:] = {0.1000814870318523e1, 0.1228178521549917e4, 0.1320554942846706e3};
  parameter Real s = 77.27, w = 0.161, q = 8.375e-6;
  Real y[3](start = {1, 2, 3}, each fixed = true);
equation
  der(y[1]) = s*(y[2] + y[1]*(1 - q*y[1] - y[2]));
  der(y[2]) = (y[3] - (1 + y[1])*y[2])/s;
  der(y[3]) = w*(y[1] - y[3]);
  annotation(experiment(StopTime = 360));
end Oregonator;
