// The feedback of a control loop is not connected.
//! env MODELICAPATH=library
//! error S0114 7:14
//! says the input 'minus.u' is connected to nothing
model M
  Parts.Step step;
  Parts.Gain minus(k = -1), controller(k = 5);
  Parts.Add error;
  Parts.Integrator plant;
equation
  connect(step.y, error.u1);
  connect(minus.y, error.u2);
  connect(error.y, controller.u);
  connect(controller.y, plant.u);
end M;
