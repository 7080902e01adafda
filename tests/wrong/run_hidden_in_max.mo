// A divisor that a when-clause makes zero, in max.
//! error R0301 8:3
//! says division by zero in '-1/z': z = 0 at time 0.5
//! run --stop 1
model HiddenInMax
  discrete Real z(start = 1, fixed = true); Real y;
equation
  y = max(-1/z, 1);
  when time > 0.5 then z = 0; end when;
end HiddenInMax;
