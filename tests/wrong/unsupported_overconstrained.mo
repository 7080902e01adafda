// Overconstrained connections.
//! error M0932 7:3
//! says not supported yet
model M
  Real x = 1;
equation
  Connections.root(x);
end M;
