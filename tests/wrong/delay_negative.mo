// A negative delay that is known when translating.
//! error M0525 5:24
//! says negative
model M
  Real x = delay(time, -0.1);
end M;
