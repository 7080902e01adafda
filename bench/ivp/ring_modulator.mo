// The ring modulator: two sines mixed by four diodes, with parasitic capacitances of 2 pF. Highly oscillatory and
// stiff. `published`: Test Set for Initial Value Problem Solvers, release 2.4, Bari 2008.
model RingModulator
  constant Integer shown[:] = 1:15;
  constant Real published[:] = {-0.2339057358486745e-1, -0.7367485485540825e-2, 0.2582956709291169, -0.4064465721283450,
    -0.4039455665149794, 0.2607966765422943, 0.1106761861269975, 0.2939904342435596e-6, -0.2840029933642329e-7,
    0.7267198267264553e-3, 0.7929487196960840e-3, -0.7255283495698965e-3, -0.7941401968526521e-3, 0.7088495416976114e-4,
    0.2390059075236570e-4};
  constant Real pi = 3.141592653589793;
  parameter Real C = 1.6e-8, Cs = 2e-12, Cp = 1e-8, Lh = 4.45, Ls1 = 2e-3, Ls = 5e-4;
  parameter Real R = 25e3, Rp = 50, Rg1 = 36.3, Rg = 17.3, Ri = 50, Rc = 600;
  Real y[15](each start = 0, each fixed = true,
      nominal = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 1e-6, 1e-6, 1e-3, 1e-3, 1e-3, 1e-3, 1e-4, 1e-4});
  Real signal = 0.5*sin(2e3*pi*time), carrier = 2*sin(2e4*pi*time);
  Real u[4] = {y[3] - y[5] - y[7] - carrier, -y[4] + y[6] - y[7] - carrier, y[4] + y[5] + y[7] + carrier,
      -y[3] - y[6] + y[7] + carrier};
  Real q[4];
equation
  for i in 1:4 loop
    q[i] = 40.67286402e-9*(exp(17.7493332*u[i]) - 1);
  end for;
  C*der(y[1]) = y[8] - 0.5*y[10] + 0.5*y[11] + y[14] - y[1]/R;
  C*der(y[2]) = y[9] - 0.5*y[12] + 0.5*y[13] + y[15] - y[2]/R;
  Cs*der(y[3]) = y[10] - q[1] + q[4];
  Cs*der(y[4]) = -y[11] + q[2] - q[3];
  Cs*der(y[5]) = y[12] + q[1] - q[3];
  Cs*der(y[6]) = -y[13] - q[2] + q[4];
  Cp*der(y[7]) = -y[7]/Rp + q[1] + q[2] - q[3] - q[4];
  Lh*der(y[8]) = -y[1];
  Lh*der(y[9]) = -y[2];
  Ls*der(y[10]) = 0.5*y[1] - y[3] - Rg*y[10];
  Ls*der(y[11]) = -0.5*y[1] + y[4] - Rg*y[11];
  Ls*der(y[12]) = 0.5*y[2] - y[5] - Rg*y[12];
  Ls*der(y[13]) = -0.5*y[2] + y[6] - Rg*y[13];
  Ls1*der(y[14]) = -y[1] + signal - (Ri + Rg1)*y[14];
  Ls1*der(y[15]) = -y[2] - (Rc + Rg1)*y[15];
  annotation(experiment(StopTime = 1e-3));
end RingModulator;
