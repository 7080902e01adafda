// An activation is connected to a number.
//! error M0430 7:3
model M
  Saltus.Diagrams.Activations.SampleClock k;
  Saltus.Diagrams.Discrete.SampleHold s;
equation
  connect(k.o, s.u);
end M;
