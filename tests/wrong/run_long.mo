// An oscillator with a thousand radians a second over a day: the run would make more than a thousand million steps. It
// is told after two hundred thousand; here the model ends the run soon after (E125).
//! options --stop 1e5
//! run
//! good
//! info R0261
//! says changes fastest
//! info R0207
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -1e6*x;
  when time > 40 then
    terminate("enough");
  end when;
end M;
