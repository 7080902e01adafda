// A function is used without its arguments.
//! error M0303 4:12
model M
  Real x = sin;
end M;
