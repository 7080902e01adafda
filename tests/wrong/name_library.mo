// A part of the standard library that does not come with Saltus.
//! info M0253
//! error M0202 6:3
//! says MODELICAPATH
model M
  Modelica.Fluid.System system;
end M;
