// A port was added to a component, and no equation for what flows through it.
//! env MODELICAPATH=library
//! error S0113 5:7
//! says the component 'heater' (class 'Heater') has 4 equations for 5 unknowns: one is missing
model Heater
  extends Parts.TwoPin;
  Parts.HeatPort port;
  parameter Real R = 3;
equation
  v = R*i;
end Heater;

model M
  Heater heater;
  Parts.VoltageSource source;
  Parts.Temperature room(T = 293);
  Parts.Ground ground;
equation
  connect(source.p, heater.p);
  connect(source.n, heater.n);
  connect(source.n, ground.p);
  connect(heater.port, room.port);
end M;
