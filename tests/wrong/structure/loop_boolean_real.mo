// A loop through a Boolean and a Real.
//! run
//! error R0102
//! says the conditions of the model contradict each other at the start: no values that satisfy them were found in \
//!     100 tries
model M
  Real level(start = 0);
  Boolean open;
equation
  open = level > 0.5;
  level = if open then 0 else 1;
end M;
