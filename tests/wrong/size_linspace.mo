// linspace with one point.
//! error M0335 4:30
model M
  Real x[1] = linspace(0, 1, 1);
end M;
