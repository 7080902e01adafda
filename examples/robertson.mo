// Robertson's chemical reaction: three speeds that differ by nine orders of magnitude.
//
// This is the classic test of a stiff solver: it runs to 4e10 seconds in about 170 steps. The sum of the three
// quantities stays 1.
model Robertson "A stiff chemical reaction"
  Real y1(start = 1, fixed = true);
  Real y2(start = 0, fixed = true, nominal = 1e-6);
  Real y3(start = 0, fixed = true);
equation
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
  der(y3) = 3e7*y2^2;
  annotation(experiment(StopTime = 4e10, Tolerance = 1e-6));
end Robertson;
