// A component is used as a value.
//! error M0323 9:12
model Tank
  Real h = 1;
end Tank;

model M
  Tank t;
  Real x = t + 1;
end M;
