// A modifier inside a Real that names something else.
//! error M0212 4:20
model M
  parameter Real k(unti = "m") = 1;
  Real x = k;
end M;
