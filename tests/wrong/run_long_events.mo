// A controller that switches five thousand times a second, for a year.
//! options --stop 3e7
//! run
//! good
//! info R0261 13:3
//! says has become true most often
//! info R0207
model M
  Real x(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  der(x) = if on then 1 else -1;
  on = x < 1e-3 or pre(on) and x < 1.2e-3;
  when time > 41 then
    terminate("enough");
  end when;
end M;
