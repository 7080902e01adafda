// Aliases, also with a minus sign, chains of them, to states, to derivatives, to discrete variables and parameters;
// start values on an alias count.
//! run --stop 1 --tol 1e-9
//! final a = 2*exp(-1) +- 1e-7
//! final b = 2*exp(-1) +- 1e-7
//! final c = -2*exp(-1) +- 1e-7
//! final d = 2*exp(-1) +- 1e-7
//! final rate = -2*exp(-1) +- 1e-7
//! final minus = 2*exp(-1) +- 1e-7
//! final p = -3
//! final n = 1
//! final nb = False
//! final e = 7 + 1 +- 1e-9
//! check j['states'] == 2
model Aliases
  parameter Real k = 3;
  Real a, b(start = 2, fixed = true), c, d, rate, minus, p = -k;
  Integer m(start = 0, fixed = true), n;
  Boolean bool, nb;
  Real e, f(start = -7, fixed = true) = -e;
equation
  a = b;
  c = -a;
  -c = d;
  der(d) = -a;
  rate = der(b);
  minus = -rate;
  when time >= 0.5 then
    m = pre(m) + 1;
  end when;
  n = m;
  bool = m > 0;
  nb = not bool;
  der(e) = 1;
end Aliases;
