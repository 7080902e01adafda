// A ball whose first bounce is lower than numbers can tell at this height: it must not fall through the floor without a
// word.
//! options --stop 3 --solver cvode
//! run
//! error R0220 13:3
//! says --on-zeno rest
model M
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < -1 then
    reinit(v, -1e-7*pre(v));
  end when;
end M;
