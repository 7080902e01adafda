// A reserved word as the name of a variable.
//! error M0114 5:8
//! says when
model M
  Real when;
  Real x = 1;
end M;
