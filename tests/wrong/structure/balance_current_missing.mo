// A component with two pins that does not say that what flows in flows out.
//! env MODELICAPATH=library
//! error S0113 5:7
//! says the component 'r1' (class 'MyResistor') has 1 equation for 2 unknowns: one is missing
model MyResistor
  Parts.Pin p, n;
  parameter Real R = 100;
equation
  R*p.i = p.v - n.v;
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
