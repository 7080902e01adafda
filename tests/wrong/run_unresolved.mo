// A free wheel with so little friction that no tolerance makes the sign of what it transmits known, as well as the user
// asks for.
//! options --stop 0.6 --tol 1e-8
//! run
//! good
//! info R0259 18:3
//! warning R0260 18:3
//! says cannot be resolved
model M
  parameter Real R = 5e-8, C = 1e-4;
  Real u = 60*sin(170*time + 1);
  Real c(start = 0, fixed = true), a = u - c, s;
  Real i;
  Boolean off(start = true);
equation
  C*der(c) = a/500 - i;
  -a = s*(if off then 1 else R);
  off = s < 0;
  i = s*(if off then R else 1);
end M;
