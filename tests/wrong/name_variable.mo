// A variable is misspelled.
//! error M0301 7:17
//! says did you mean 'speed'?
model M
  Real speed(start = 1, fixed = true);
equation
  der(speed) = -sped;
end M;
