// The operator not with a Real.
//! error M0304 4:15
model M
  Boolean b = not time;
end M;
