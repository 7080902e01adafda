// A conditional component is used outside of connect.
//! error M0321 6:12
//! says connect
model M
  Real x = 1 if true;
  Real y = x;
end M;
