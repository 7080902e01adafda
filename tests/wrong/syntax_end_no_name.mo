// The end of a class has no name.
//! error M0123 8:1
//! says Tank
model Tank
  Real h(start = 1, fixed = true);
equation
  der(h) = -h;
end;
