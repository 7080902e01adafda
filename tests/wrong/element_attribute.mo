// An attribute of one element, which cannot be set from outside.
//! error M0231
//! says x[2].start=1
//! options -p x[2].min=3
model M
  Real x[2](each start = 1, each fixed = true);
equation
  der(x) = -x;
end M;
