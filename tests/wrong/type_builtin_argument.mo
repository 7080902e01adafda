// A String given to sin.
//! error M0525 4:16
model M
  Real x = sin("a");
end M;
