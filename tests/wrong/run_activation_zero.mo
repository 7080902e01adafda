// A period that becomes zero by a parameter of a block.
//! run
//! options -p k.period=0
//! error R0728 7:43
//! says the period of the activation 'k.o'
model M
  Saltus.Diagrams.Activations.SampleClock k;
  Saltus.Diagrams.Activations.Counter c;
equation
  connect(k.o, c.e);
  annotation(experiment(StopTime = 3));
end M;
