// A resistor whose law was forgotten: its class has an equation too few.
//! env MODELICAPATH=library
//! error S0113 5:7
//! says the component 'r1' (class 'MyResistor') has 3 equations for 4 unknowns: one is missing
model MyResistor
  extends Parts.TwoPin;
  parameter Real R = 100;
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
