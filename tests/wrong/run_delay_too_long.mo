// A delay that becomes longer than its delayMax: what it asks for is not kept.
//! run
//! error R0235 9:12
//! says longer than its maximum
//! says at time 0.5
model M
  Real z(start = 0.5, fixed = true);
  // reaches 1 at 0.5
  Real y = delay(time, z, 1);
equation
  der(z) = 1;
end M;
