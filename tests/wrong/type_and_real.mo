// The operator and with a Real.
//! error M0304 4:20
model M
  Boolean b = true and 1;
end M;
