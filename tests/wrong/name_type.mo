// A predefined type is misspelled.
//! error M0201 5:3
//! says did you mean 'Real'?
model M
  real x;
equation
  x = 1;
end M;
