// Factors of clocks that multiply beyond what can be counted.
//! error S0610 4:12
model ClockFactorsTooLarge
  Real x = sample(time, Clock(1, 1000000007));
  Real y = superSample(x, 1000000007);
  Real z = superSample(y, 1000000009);
  Real w = superSample(z, 1000000021);
end ClockFactorsTooLarge;
