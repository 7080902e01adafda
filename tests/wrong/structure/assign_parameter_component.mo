// An equation sets a parameter of a component.
//! env MODELICAPATH=library
//! error S0102 9:3
//! says 'gain.k' is a parameter: an equation cannot set it
model M
  Parts.Gain gain;
equation
  gain.u = time;
  gain.k = 3;
end M;
