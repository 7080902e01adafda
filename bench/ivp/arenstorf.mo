// Arenstorf's orbit: a satellite between earth and moon that comes back to where it began after one period. Not stiff.
// `published`: the start, by definition of the period (Hairer, Norsett, Wanner: Solving Ordinary Differential Equations
// I).
model Arenstorf
  constant Integer shown[:] = 1:4;
  constant Real published[:] = {0.994, 0, 0, -2.00158510637908252240537862224};
  constant Real mu = 0.012277471, nu = 1 - mu;
  Real y[4](start = published, each fixed = true);
  Real d1 = ((y[1] + mu)^2 + y[2]^2)^1.5, d2 = ((y[1] - nu)^2 + y[2]^2)^1.5;
equation
  der(y[1]) = y[3];
  der(y[2]) = y[4];
  der(y[3]) = y[1] + 2*y[4] - nu*(y[1] + mu)/d1 - mu*(y[1] - nu)/d2;
  der(y[4]) = y[2] - 2*y[3] - nu*y[2]/d1 - mu*y[2]/d2;
  annotation(experiment(StopTime = 17.0652165601579625588917206249));
end Arenstorf;
