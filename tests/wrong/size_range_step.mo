// A range with a step of 0.
//! error M0329 4:29
model M
  Real x = sum(i for i in 1:0:3);
end M;
