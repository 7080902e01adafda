// A class is misspelled.
//! error M0201 11:3
//! says did you mean 'Tank'?
model Tank
  Real h(start = 1, fixed = true);
equation
  der(h) = -h;
end Tank;

model M
  Tnak t;
end M;
