// Heat conduction in a rod with both ends held at 0: a sine stays a sine and decays with the eigenvalue of the second
// difference,
// -2 (1 - cos(j pi/(N + 1))) k. Written with fluxes at the faces: two families, the second reading the first and what
// is beside it.
//| lam = -2*100*(1 - cos(3*pi/31))
//! run --tol 1e-9 --stop 0.05 --solver {auto,cvode,ida,dirk}
//! final T[1] = sin(3*pi/31)*exp(lam*0.05) +- 1e-7
//! final T[17] = sin(17*3*pi/31)*exp(lam*0.05) +- 1e-7
//! final T[30] = sin(30*3*pi/31)*exp(lam*0.05) +- 1e-7
//! value j["states"] = 30
//! value j["equations"] = 61
model Heat1D
  parameter Integer N = 30;
  constant Real pi = 3.141592653589793;
  parameter Real k[N + 1] = fill(100, N + 1);
  Real T[N](start = {sin(3*pi*i/(N + 1)) for i in 1:N}, each fixed = true);
  Real q[N + 1];
equation
  q[1] = -k[1]*T[1];
  q[2:N] = k[2:N].*(T[1:N - 1] - T[2:N]);
  q[N + 1] = k[N + 1]*T[N];
  der(T) = q[1:N] - q[2:N + 1];
end Heat1D;
