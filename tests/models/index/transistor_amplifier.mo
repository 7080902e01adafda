// The transistor amplifier of the test set for IVP solvers (Mazzia and Magherini, Bari, problem of index 1): eight node
// voltages, five capacitors. Published values at the end.
//! run --stop 0.2 --tol {1e-6,1e-9} --solver {auto,cvode}
//! final y[1] = -0.5562145012262709e-2 +- 200*tol
//! final y[2] = 0.3006522471903042e1 +- 200*tol
//! final y[3] = 0.2849958788608128e1 +- 200*tol
//! final y[4] = 0.2926422536206241e1 +- 200*tol
//! final y[5] = 0.2704617865010554e1 +- 200*tol
//! final y[6] = 0.2761837778393145e1 +- 200*tol
//! final y[7] = 0.4770927631616772e1 +- 200*tol
//! final y[8] = 0.1236995868091548e1 +- 200*tol
//! check j['states'] == 5
model TransistorAmplifier
  parameter Real Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, R = 9000;
  Real y[8](start = {0, 3, 3, 6, 3, 3, 6, 0}), Ue = 0.1*sin(200*3.141592653589793*time), g1, g2;
initial equation
  y[1] - y[2] = -3;
  y[3] = 3;
  y[4] - y[5] = 3;
  y[6] = 3;
  y[7] - y[8] = 6;
equation
  g1 = beta*(exp((y[2] - y[3])/UF) - 1);
  g2 = beta*(exp((y[5] - y[6])/UF) - 1);
  1e-6*der(y[2] - y[1]) = (y[1] - Ue)/R0;
  1e-6*der(y[1] - y[2]) = -Ub/R + y[2]*2/R - (alpha - 1)*g1;
  -2e-6*der(y[3]) = -g1 + y[3]/R;
  3e-6*der(y[5] - y[4]) = -Ub/R + y[4]/R + alpha*g1;
  3e-6*der(y[4] - y[5]) = -Ub/R + y[5]*2/R - (alpha - 1)*g2;
  -4e-6*der(y[6]) = -g2 + y[6]/R;
  5e-6*der(y[8] - y[7]) = -Ub/R + y[7]/R + alpha*g2;
  5e-6*der(y[7] - y[8]) = y[8]/R;
end TransistorAmplifier;
