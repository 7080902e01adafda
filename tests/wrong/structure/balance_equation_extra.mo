// A resistor that grounds itself: its class has an equation too many.
//! env MODELICAPATH=library
//! error S0113 5:7
//! says the component 'r1' (class 'MyResistor') has 5 equations for 4 unknowns: one is too many
model MyResistor
  extends Parts.TwoPin;
  parameter Real R = 100;
equation
  R*i = v;
  n.v = 0;
end MyResistor;

model M
  MyResistor r1;
  Parts.VoltageSource source;
  Parts.Ground ground;
equation
  connect(source.p, r1.p);
  connect(r1.n, source.n);
  connect(source.n, ground.p);
end M;
