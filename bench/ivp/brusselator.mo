// The Brusselator with diffusion on a line of 100 cells (Hairer, Wanner: Solving Ordinary Differential Equations II,
// BRUSS). Stiff, sparse. `published`: computed apart, with the explicit method of Dormand and Prince and with CVODE's
// BDF at 1e-12; they agree to these digits.
model Brusselator
  constant Integer shown[:] = {1, 2, 49, 50, 101, 102, 199, 200};
  constant Real published[:] = {0.97434039712513, 3.03235782429098, 0.52974943618594, 3.5818349419260, 0.4298957933611,
    3.6884001131372,
    0.97447341273444, 3.0329816394405};
  constant Integer N = 100;
  constant Real pi = 3.141592653589793;
  parameter Real D = 0.02*(N + 1)^2;
  Real y[2*N](start = {if mod(i, 2) == 1 then 1 + sin(pi*(i + 1)/(N + 1)) else 3 for i in 1:2*N}, each fixed = true);
equation
  for i in 1:N loop
    der(y[2*i - 1]) = 1 + y[2*i - 1]^2*y[2*i] - 4*y[2*i - 1]
      + D*((if i > 1 then y[max(2*i - 3, 1)] else 1) - 2*y[2*i - 1] + (if i < N then y[min(2*i + 1, 2*N)] else 1));
    der(y[2*i]) = 3*y[2*i - 1] - y[2*i - 1]^2*y[2*i]
      + D*((if i > 1 then y[max(2*i - 2, 1)] else 3) - 2*y[2*i] + (if i < N then y[min(2*i + 2, 2*N)] else 3));
  end for;
  annotation(experiment(StopTime = 10));
end Brusselator;
