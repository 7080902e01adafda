// A rope of forty rods in Cartesian coordinates, let go from a slanted line: forty constraints of index 3 in one chain,
// eighty invariants, which are more than are solved for densely. The lengths, the speeds along the rods, and the energy
// are known.
//! run --stop 1 --tol 1e-7 --solver erk --vars err,slip,energy
//! value max(col('err')) = 0 +- 1e-13
//! value max(col('slip')) = 0 +- 1e-12
//! value max(abs(e - col('energy')[0]) for e in col('energy')) = 0 +- 1e-5
//! check j['states'] == 160
model Rope
  parameter Integer n = 40;
  parameter Real L = 1/n, m = 1/n, g = 9.81;
  Real x[n](start = {0.8*k/n for k in 1:n}), y[n](start = {-0.6*k/n for k in 1:n}), u[n], v[n], f[n];
  Real dx[n] = {x[k] - (if k == 1 then 0 else x[max(k - 1, 1)]) for k in 1:n};
  Real dy[n] = {y[k] - (if k == 1 then 0 else y[max(k - 1, 1)]) for k in 1:n};
  Real energy = sum(m/2*(u[k]^2 + v[k]^2) + m*g*y[k] for k in 1:n),
      err = max(abs(dx[k]^2 + dy[k]^2 - L^2) for k in 1:n);
  Real slip = max(abs(dx[k]*(u[k] - (if k == 1 then 0 else u[max(k - 1, 1)]))
      + dy[k]*(v[k] - (if k == 1 then 0 else v[max(k - 1, 1)]))) for k in 1:n);
equation
  der(x) = u;
  der(y) = v;
  for k in 1:n - 1 loop
    m*der(u[k]) = f[k + 1]*dx[k + 1] - f[k]*dx[k];
    m*der(v[k]) = f[k + 1]*dy[k + 1] - f[k]*dy[k] - m*g;
  end for;
  m*der(u[n]) = -f[n]*dx[n];
  m*der(v[n]) = -f[n]*dy[n] - m*g;
  for k in 1:n loop
    dx[k]^2 + dy[k]^2 = L^2;
  end for;
end Rope;
