// The model itself lacks an equation, not its components.
//! env MODELICAPATH=library
//! error S0101 9:8
//! says the model has 1 equation too few: nothing determines 'effort'
model M
  Parts.Step step;
  Parts.Integrator plant;
  Real error;
  Real effort;
equation
  connect(step.y, plant.u);
  error = step.y - plant.y;
end M;
