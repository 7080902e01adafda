// A model is called.
//! error M0531 8:12
model Tank
  Real h = 1;
end Tank;

model M
  Real x = Tank(1);
end M;
