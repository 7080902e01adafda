// Conditions in families: of time, which are one for all points; of parameters and iterators, which make no events;
// under noEvent; a discrete variable that all points read, also through a family that changes at events only.
//! run --stop 2 --tol 1e-9
//! events time = 1
//! final u[3] = exp(-1 - 3) +- 1e-7
//! final u[7] = exp(-1 - 3) +- 1e-7
//! final g[5] = 15
//! final w[2] = -final["u[2]"]
//! final w[9] = final["u[9]"]
//! final m[9] = 1
//! final m[1] = final["u[1]"]
model Conditions
  parameter Integer N = 10;
  parameter Real k[N] = {if i < 5 then 1 else 2 for i in 1:N};
  Real u[N](each start = 1, each fixed = true), g[N], w[N], m[N];
  Boolean on = time >= 1;
  discrete Real level(start = 1, fixed = true);
equation
  when on then
    level = 3;
  end when;
  for i in 1:N loop
    g[i] = level*i;
    der(u[i]) = if on then -g[i]*u[i]/i else -level*u[i];
    w[i] = if k[i] > 1.5 then u[i] else -u[i];
    m[i] = if i > 8 then 1 else if noEvent(u[i] > 2) then 2 else u[i];
  end for;
end Conditions;
