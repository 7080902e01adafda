// A bouncing ball with the steps of Euler's method: their error keeps it up for ever.
//! options --stop 30 --solver euler
//! run
//! good
//! warning R0225 14:3
//! says 5.76 steps
//! says --on-zeno rest
//! warning R0236
model M
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.7*pre(v));
  end when;
end M;
