// An Integer is set equal to a Real.
//! error M0309 6:14
//! says integer(
model M
  Integer i;
equation i = 2*time;
end M;
