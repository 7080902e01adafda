// An equation outside of any class.
//! error M0113 8:1
model M
  Real x;
equation
  x = 1;
end M;
x = 2;
