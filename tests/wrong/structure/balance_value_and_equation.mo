// A component whose variable is given a value where it is used, and has an equation already.
//! error S0113 4:7
//! says the component 'tank' (class 'Tank') has 3 equations for 2 unknowns: one is too many
model Tank
  Real h(start = 1, fixed = true);
  Real inflow;
equation
  inflow = 0.5;
  der(h) = inflow - 0.1*h;
end Tank;

model M
  Tank tank(inflow = 0.7);
end M;
