// A bouncing ball that is to come to rest.
//! options --stop 3 --on-zeno rest
//! run
//! good
//! info R0222 12:3
model M
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < -1 then
    reinit(v, -0.5*pre(v));
  end when;
end M;
