// Limits that are reductions over many elements: x = t passes sum(a) = 1 at 1, y = -t passes -max(b) = -0.5 at 0.5, and
// z = 2^(3*t) passes the product 4 of two twos and many ones at 2/3.
//! run --stop 2
//! message R0112 'x' is above its max 1 at time 1
//! message R0112 'y' is below its min -0.5 at time 0.5
//! message R0112 'z' is above its max 4 at time 0.66666
//! x = t
model LimitsBySums
  parameter Integer n = 200;
  parameter Real a[n] = fill(0.005, n), b[n] = {0.5 - (i - 100)^2*1e-5 for i in 1:n};
  Real x(max = sum(a[i] for i in 1:n)) = time;
  Real y(min = -max(b[i] for i in 1:n)) = -time;
  Real z(max = product((if i <= 2 then 2 else 1) for i in 1:n)) = 2^(3*time);
end LimitsBySums;
