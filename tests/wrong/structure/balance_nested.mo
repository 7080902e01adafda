// The component that lacks an equation is deep inside; the one around it is right.
//! env MODELICAPATH=library
//! error S0113 5:7
//! says the component 'motor.winding' (class 'Winding') has 4 equations for 5 unknowns: one is missing
model Winding
  extends Parts.TwoPin;
  parameter Real R = 1;
  Real loss;
equation
  R*i = v;
end Winding;

model Motor
  Parts.Pin p, n;
  Winding winding;
equation
  connect(p, winding.p);
  connect(winding.n, n);
end Motor;

model M
  Motor motor;
  Parts.VoltageSource source;
  Parts.Ground ground;
equation
  connect(source.p, motor.p);
  connect(motor.n, source.n);
  connect(source.n, ground.p);
end M;
