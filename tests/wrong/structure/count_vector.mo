// A vector equation for a vector that is given already.
//! error S0102 9:3
//! says two equations determine 'r[1]': one of them is too many
model M
  Real r[3] = {sin(time), cos(time), 1};
  Real n[3];
equation
  n = 2*r;
  r = {1, 0, 0};
end M;
