// A component of a partial class.
//! error M0206 8:3
partial model Source
  Real y;
end Source;

model M
  Source s;
equation
  s.y = 1;
end M;
