// A class is used as a variable.
//! error M0302 8:12
model Tank
  Real h = 1;
end Tank;

model M
  Real x = Tank;
end M;
