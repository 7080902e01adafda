// reinit outside of a when.
//! error M0421 8:3
//! says when
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  reinit(x, 2);
end M;
