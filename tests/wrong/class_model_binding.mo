// A component of a model is given a value as a whole.
//! error M0226 9:12
model Part
  Real x = 1;
end Part;

model M
  Part a;
  Part b = a;
end M;
