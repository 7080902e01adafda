// A chain of masses and springs between two walls in one of its normal modes: all move as cos(w t) with
// w = 2 sqrt(k/m) sin(j pi/(2(N + 1))), j = 2. Positions from an initial equation over the array, velocities from start
// values.
//| w = 2*sqrt(9/1.5)*sin(2*pi/(2*13))
//! run --tol 1e-10 --stop 3 --solver {auto,cvode,adams}
//! final x[1] = sin(2*pi/13)*cos(w*3) +- 1e-6
//! final x[7] = sin(14*pi/13)*cos(w*3) +- 1e-6
//! final v[12] = -w*sin(24*pi/13)*sin(w*3) +- 1e-5
//! final energy = 0.5*1.5*w**2*sum(sin(2*pi*i/13)**2 for i in range(1, 13)) +- 1e-5
model OscillatorChain
  parameter Integer N = 12;
  constant Real pi = 3.141592653589793;
  parameter Real m = 1.5, k = 9;
  Real x[N], v[N](each start = 0, each fixed = true), F[N + 1], energy;
initial equation
  for i in 1:N loop
    x[i] = sin(2*pi*i/(N + 1));
  end for;
equation
  F[1] = k*x[1];
  for i in 2:N loop
    F[i] = k*(x[i] - x[i - 1]);
  end for;
  F[N + 1] = -k*x[N];
  der(x) = v;
  m*der(v) = F[2:N + 1] - F[1:N];
  energy = 0.5*m*sum(v[i]^2 for i in 1:N) + sum(F[i]^2 for i in 1:N + 1)/(2*k);
end OscillatorChain;
