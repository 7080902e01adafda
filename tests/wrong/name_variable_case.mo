// A variable is written with a capital letter.
//! error M0301 7:18
//! says did you mean 'height'?
model M
  Real height(start = 1, fixed = true);
equation
  der(height) = -Height;
end M;
