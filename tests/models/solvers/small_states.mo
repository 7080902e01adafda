// States that are small and have no nominal value: a growth out of 1e-13, 1e-13*exp(32); an oscillation of 1e-12 m,
// which passes half its amplitude once a period, from its start on; and a charge of 1e-12*sin(t)^2/2, which begins at
// zero with all that drives it.
//! run --stop 32 --solver {auto,erk,rodas,dirk,cvode,adams,ida}
//! final x = 1e-13*exp(32) +- 2e-3
//! final n = 5
//! final y = 1e-12*cos(32) +- 3e-17
//! final q = 1e-12*sin(32)**2/2 +- 1e-17
//! run --stop 32 --solver {auto,cvode} --tol 1e-9
//! final x = 1e-13*exp(32) +- 4e-6
//! final y = 1e-12*cos(32) +- 1e-19
//! final q = 1e-12*sin(32)**2/2 +- 1e-19
model small_states
  Real x(start = 1e-13, fixed = true), y(start = 1e-12, fixed = true), v(start = 0, fixed = true),
      q(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = x;
  der(y) = v;
  der(v) = -y;
  der(q) = 1e-12*sin(time)*cos(time);
  when y > 0.5e-12 then
    n = pre(n) + 1;
  end when;
end small_states;
