// A when-clause sets a state.
//! error S0112 8:3
//! says 'v' has no derivative: its value changes at events only
model M
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    v = -0.8*pre(v);
  end when;
end M;
