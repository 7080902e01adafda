// A name with a letter that names cannot have.
//! error M0108 4:9
model M
  Real höhe;
equation
  höhe = 1;
end M;
