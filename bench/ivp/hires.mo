// HIRES: how light makes a plant grow, eight kinds of phytochrome that react with each other. Stiff.
// `published`: Test Set for Initial Value Problem Solvers, release 2.4, Bari 2008.
model Hires
  constant Integer shown[:] = 1:8;
  constant Real published[:] = {0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4,
    0.1175651343283149e-2,
    0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2};
  Real y[8](start = {1, 0, 0, 0, 0, 0, 0, 0.0057}, each fixed = true, each nominal = 1e-3);
  Real meets = 280*y[6]*y[8], parts = 1.81*y[7];
equation
  der(y[1]) = 0.43*y[2] + 8.32*y[3] - 1.71*y[1] + 0.0007;
  der(y[2]) = 1.71*y[1] - 8.75*y[2];
  der(y[3]) = 0.43*y[4] + 0.035*y[5] - 10.03*y[3];
  der(y[4]) = 8.32*y[2] + 1.71*y[3] - 1.12*y[4];
  der(y[5]) = 0.43*(y[6] + y[7]) - 1.745*y[5];
  der(y[6]) = 0.69*(y[4] + y[7]) + 1.71*y[5] - 0.43*y[6] - meets;
  der(y[7]) = meets - parts;
  der(y[8]) = parts - meets;
  annotation(experiment(StopTime = 321.8122));
end Hires;
