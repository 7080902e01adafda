// The root of something that is in no connector.
//! error M0434 6:20
model M
  Real x = 1;
equation
  Connections.root(x);
end M;
