// The rod in 40 pieces is a symmetric linear system; its modes are sin((2k-1) pi (i-1/2)/(2n)) with the rates
// (4 D/dx^2) sin^2((2k-1) pi/(4n)), so the temperature of each piece is a sum of 40 exponentials.
//| n, rate = 40, 1e-2*40**2
//| def rod(i, t):
//|     out = 100.0
//|     for k in range(1, n + 1):
//|         mode = lambda p: sin((2*k - 1)*pi*(p - 0.5)/(2*n))
//|         weight = 2/n*sum(-80*mode(p) for p in range(1, n + 1)) if k < n + 1 else 0
//|         out += weight*mode(i)*exp(-4*rate*sin((2*k - 1)*pi/(4*n))**2*t)
//|     return out
//! run --step 5 --tol {1e-6,1e-9} --solver {auto,cvode,ida,dirk,rodas}
//! T[1](5) = rod(1, 5) +- 1e4*tol
//! T[20](5) = rod(20, 5) +- 1e4*tol
//! T[40](30) = rod(40, 30) +- 1e4*tol
//! T[17](60) = rod(17, 60) +- 1e4*tol
//! check j['states'] == 40
model HeatRod "Heat conduction in a rod"
  parameter Integer n = 40 "pieces";
  parameter Real length(unit = "m") = 1;
  parameter Real diffusivity(unit = "m2/s") = 1e-2;
  final parameter Real dx = length/n;
  Real T[n](each start = 20, each fixed = true, each unit = "degC");
equation
  der(T[1]) = diffusivity*(2*(100 - T[1]) - (T[1] - T[2]))/dx^2;
  for i in 2:n - 1 loop
    der(T[i]) = diffusivity*(T[i - 1] - 2*T[i] + T[i + 1])/dx^2;
  end for;
  der(T[n]) = diffusivity*(T[n - 1] - T[n])/dx^2;
  annotation(experiment(StopTime = 60));
end HeatRod;
