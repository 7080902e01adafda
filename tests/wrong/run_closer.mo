// A capacitor behind a diode with a very small resistance. Its current is a small difference of voltages times a large
// number, so voltages have to be better than the tolerance: this is told, and is no warning.
//! options --stop 0.05
//! run
//! good
//! info R0259 15:3
//! says 'i > 0'
model M
  parameter Real R = 1e-5, C = 1e-4;
  Real u = 100*sin(314*time);
  Real x(start = 0, fixed = true);
  Real i = (u - x)/R;
  Boolean on;
equation
  on = i > 0;
  C*der(x) = (if on then i else 0) - x/1e4;
end M;
