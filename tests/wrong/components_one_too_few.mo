// Nothing determines the last element's x; the message names it and its component.
//! error S0101 5:8
//! says 'a[3].x'
model A
  Real x;
  Real y = x + 1;
end A;
model M
  A a[3];
equation
  a[1].x = 1;
  a[2].x = 2;
end M;
