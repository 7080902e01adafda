// Several results of something that is no call.
//! error M0415 6:12
model M
  Real a, b;
equation
  (a, b) = {1, 2};
end M;
