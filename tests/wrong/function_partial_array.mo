// Functions are differentiated by scalars.
//! error M0585 9:11
//! says is not a scalar Real input
function norm
  input Real x[2];
  output Real y;
algorithm
  y := x*x;
end norm; function norm_x = der(norm, x);
model M
  Real y = norm_x({1, time});
end M;
