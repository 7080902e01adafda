// Long sums stay loops where they are only evaluated, and are written out where the rates need them (a mean that all
// points feel) or where the equation is solved for one of the terms. u[i] = i exp(-t) throughout.
//| E = exp(-1)
//! run --stop 1 --tol 1e-9
//! final energy = 0.5*sum((i*E)**2 for i in range(1, 101)) + 1 +- 1e-4
//! final largest = 100*E +- 1e-6
//! final smallest = E +- 1e-8
//! final w = 50.5*E +- 1e-6
//! final part[70] = 100 - 99/2 +- 1e-9
//! final v[3] = 3 - 50.5*(1 - E)*0.01 +- 1e-6
//! final nothing = 0
model Sums
  parameter Integer N = 100;
  Real u[N](start = {i for i in 1:N}, each fixed = true), v[N](start = {i for i in 1:N}, each fixed = true), part[N];
  Real energy, largest, smallest, w, total, nothing;
equation
  for i in 1:N loop
    der(u[i]) = -u[i];
    der(v[i]) = -0.01*w;
  end for;
  w = sum(u)/N;
  energy = 0.5*sum(u[i]^2 for i in 1:N) + 1;
  largest = max(u);
  smallest = min(u[i] for i in 1:N);
  for i in 1:69 loop
    part[i] = 0.5*time^0;
  end for;
  for i in 71:N loop
    part[i] = 0.5*time^0;
  end for;
  total = sum(part);
  total = 100*time^0;
  nothing = sum(u[i] for i in 90:80);
end Sums;
