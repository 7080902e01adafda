// A ball without any bounce: nothing in the model holds it on the floor.
//! options --stop 3
//! run
//! good
//! warning R0221 12:3
model M
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < -1 then
    reinit(v, -0*pre(v));
  end when;
end M;
