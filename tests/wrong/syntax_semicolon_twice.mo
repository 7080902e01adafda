// A semicolon too many is not allowed after a section.
//! error M0113 6:9
model M
  Real x;
equation
  x = 1;;
end M;
