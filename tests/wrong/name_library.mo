// A library that is not there.
//! error M0201 5:3
//! says MODELICAPATH
model M
  Modelica.Blocks.Sources.Sine sine;
end M;
