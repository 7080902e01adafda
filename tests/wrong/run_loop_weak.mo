// Two equations of a linear loop are almost the same: rounding decides what comes out.
//! good
//! warning R0266 9:3
//! says no digit of its solution is right
model Weak
  parameter Real e = 3e-15;
  Real x, y, z;
equation
  x + y + z = 1 + time;
  x + (1 + e)*y + z = 2;
  x - y + 2*z = 3;
end Weak;
