// The command of a valve from a level that may be negative: max makes 0 of the root that has no value.
//! error R0302 9:3
//! says 'sqrt(h - 1)' is not defined for h - 1 = -0.
//! options --stop 3
//! run
model HiddenInWhen
  Real h(start = 1.5, fixed = true); discrete Real valve(start = 0, fixed = true);
equation der(h) = -0.3;
  when sample(0, 0.5) then valve = min(1, max(0, sqrt(h - 1))); end when;
end HiddenInWhen;
