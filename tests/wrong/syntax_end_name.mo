// The end names another class, by a slip of the finger.
//! error M0123 8:5
//! says Tank
model Tank
  Real h(start = 1, fixed = true);
equation
  der(h) = -h;
end Tnak;
