// The period of an event clock is not known before the run.
//! error S0708 6:46
//! says 'k.o': it is programmed by schedule
model M
  Saltus.Diagrams.Activations.EventClock k(period = 0.1);
  Saltus.Diagrams.Discrete.SampledFirstOrder s(u = 1);
equation
  connect(k.o, s.e);
end M;
