// pi is a constant of the standard library, not of the language.
//! error M0301 5:20
//! says Modelica.Constants.pi
model M
  Real x = sin(2 * pi * time);
end M;
