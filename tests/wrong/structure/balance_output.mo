// A block that never sets its output.
//! env MODELICAPATH=library
//! error S0113 5:7
//! says the component 'controller' (class 'Controller') has 1 equation for 2 unknowns: one is missing
block Controller
  Parts.In u;
  Parts.Out y;
  Real e;
equation
  e = 1 - u;
end Controller;

model M
  Parts.Step step;
  Controller controller;
  Parts.Integrator plant;
equation
  connect(step.y, controller.u);
  connect(controller.y, plant.u);
end M;
