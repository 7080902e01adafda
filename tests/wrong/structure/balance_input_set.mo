// A block that sets its own input, which is connected too.
//! env MODELICAPATH=library
//! error S0113 5:7
//! says the component 'controller' (class 'Controller') has 2 equations for 1 unknown: one is too many
block Controller
  Parts.In u;
  Parts.Out y;
equation
  u = 1;
  y = 2*u;
end Controller;

model M
  Parts.Step step;
  Controller controller;
  Parts.Integrator plant;
equation
  connect(step.y, controller.u);
  connect(controller.y, plant.u);
end M;
