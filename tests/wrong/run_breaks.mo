// A floor that gives way at the third bounce.
//! options --stop 4
//! run
//! good
//! warning R0232 14:3
model M
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;

  when h < 0 then
    n = pre(n) + 1;
    reinit(v, if n < 3 then -0.8*pre(v) else 0.5*pre(v));
  end when;
end M;
