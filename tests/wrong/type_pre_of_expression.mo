// pre of an expression.
//! error M0334 4:12
model M
  Real x = pre(time + 1);
end M;
