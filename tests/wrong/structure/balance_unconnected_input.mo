// A block whose input nobody connected.
//! env MODELICAPATH=library
//! error S0114 7:14
//! says the input 'gain.u' is connected to nothing
model M
  Parts.Step step;
  Parts.Gain gain;
  Parts.Integrator plant;
equation
  connect(gain.y, plant.u);
end M;
