// A dimension that nothing gives.
//! error M0227 4:20
model M
  parameter Real x[:];
  Real y = 1;
end M;
