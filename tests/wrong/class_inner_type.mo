// The inner component has another type.
//! error M0210 4:14
model Ball
  outer Real g;
  Real x = g;
end Ball;

model M
  inner Boolean g = true;
  Ball b;
end M;
