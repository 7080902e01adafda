// An input that is given a value, and connected too.
//! env MODELICAPATH=library
//! error S0113 6:14
//! says the component 'gain' (class 'Parts.Gain') has 2 equations for 1 unknown: one is too many
model M
  Parts.Gain gain(u = 2);
  Parts.Step step;
equation
  connect(step.y, gain.u);
end M;
