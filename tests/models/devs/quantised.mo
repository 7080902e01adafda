// DEVS: quantised integrators with hysteresis, and sums, as atomic models. The state of a linear system with
// quantised states differs from the exact one by at most a multiple of the quantum q (the theorem of QSS):
// |V| |Re(L)^-1 L| |V^-1| with the eigenvalues L and the eigenvectors V. For x' = 1 - x this is q, for the oscillator
// 4.62 q. The output differs from the state by another q.
package Quantised
  import Saltus.DEVS.*;
  model First "x' = 1 - x"
    QuantisedIntegrator x(quantum = 0.001);
    WeightedSum f(n = 1, k = {-1}, c = 1);
  equation
    connect(x.q, f.u[1]);
    connect(f.y, x.d);
  end First;

  model Decay "x' = -x/2 from 2 downwards: the hysteresis counts"
    QuantisedIntegrator x(quantum = 0.01, hysteresis = 0.002, start = 2);
    WeightedSum f(n = 1, k = {-0.5});
  equation
    connect(x.q, f.u[1]);
    connect(f.y, x.d);
  end Decay;

  model Oscillator "x'' = -x - x' with x(0) = 1, x'(0) = 0"
    parameter Real q = 0.001;
    QuantisedIntegrator x(quantum = q, start = 1), v(quantum = q);
    WeightedSum f(n = 2, k = {-1, -1});
  equation
    connect(v.q, x.d);
    connect(x.q, f.u[1]);
    connect(v.q, f.u[2]);
    connect(f.y, v.d);
  end Oscillator;
end Quantised;
//! class Quantised.First
//! run --stop 3 --step 0.01
//! x.level = 1 - exp(-t) +- 0.002000001
//! class Quantised.Decay
//! run --stop 4
//! x.level = 2*exp(-t/2) +- 0.020000001
//! class Quantised.Oscillator
//! run --stop 10 -p q={0.01,0.001}
//! x.level = exp(-t/2)*(cos(sqrt(0.75)*t) + 0.5/sqrt(0.75)*sin(sqrt(0.75)*t)) +- 5.62*final['q']
//! v.level = -exp(-t/2)/sqrt(0.75)*sin(sqrt(0.75)*t) +- 5.62*final['q']
