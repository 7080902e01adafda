// A part of the standard library that does not come with Saltus.
//! error M0202 6:3
//! info M0253
//! says MODELICAPATH
model M
  Modelica.Fluid.System system;
end M;
