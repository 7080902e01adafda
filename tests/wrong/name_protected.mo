// A protected variable is used from outside.
//! error M0207 11:14
model Tank
  Real level = volume;
protected
  Real volume = 1;
end Tank;

model M
  Tank t;
  Real x = t.volume;
end M;
