// A delay that becomes negative during the run.
//! run
//! error R0105 7:12
//! says at time 0.25
model M
  Real z(start = 0.25, fixed = true);
  Real y = delay(time, z, 1);
equation
  der(z) = -1;
end M;
