// One array in three ranges with equations of different kinds, references across their borders, elements at fixed
// places, subscripts that run backwards, and a parameter array with a value given from outside for one element. Closed
// forms: decay; a sum of decays; an integral.
//| def d(i, t): return i*exp(-t)
//! run --stop 1 --tol 1e-9
//! final u[1] = d(1, 1) +- 1e-8
//! final u[8] = d(8, 1) +- 1e-8
//! final u[9] = 2*d(1, 1) - 9 +- 1e-8
//! final u[16] = 2*d(8, 1) - 9 +- 1e-8
//! final u[17] = (1 - exp(-1))*17/2 +- 1e-8
//! final u[24] = (1 - exp(-1))*24/2 +- 1e-8
//! final w[1] = final["u[24]"]
//! final w[24] = final["u[1]"]
//! final s = sum(final["u[%d]" % i] for i in range(1, 25)) +- 1e-9
//! final y = final["u[9]"]
//! run --stop 1 --tol 1e-9 -p k[20]=3
//! final u[19] = (1 - exp(-1))*19/2 +- 1e-8
//! final u[20] = (1 - exp(-1))*60 +- 1e-8
model Subranges
  parameter Integer N = 24;
  parameter Real k[N] = fill(0.5, N);
  Real u[N], w[N], s, y;
initial equation
  for i in 1:8 loop
    u[i] = i;
  end for;
  for i in 17:N loop
    u[i] = 0;
  end for;
equation
  for i in 1:8 loop
    der(u[i]) = -u[i];
  end for;
  for i in 9:16 loop
    u[i] = 2*u[i - 8] - 9;
  end for;
  for i in 17:N loop
    der(u[i]) = u[1]*k[i]*i;
  end for;
  for i in 1:N loop
    w[i] = u[N + 1 - i];
  end for;
  s = sum(u);
  y = u[9];
end Subranges;
