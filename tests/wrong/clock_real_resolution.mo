// A resolution beside a Real interval.
//! error M0578 5:36
//! says no other argument
model M
  Real a = sample(time, Clock(0.1, 10));
end M;
