// Used by waits.cosy: how often an activation has come, half a second after each second but every third.
//! run --stop 6
//! final n = 4
model Comes
  Saltus.Diagrams.Activations.SampleClock clock(period = 1);
  Saltus.Diagrams.Activations.FrequencyDivider third(n = 3);
  Saltus.Diagrams.Activations.EventDelay late(delay = 0.5);
  output Real n(start = 0, fixed = true);
  Integer thirds(start = 0, fixed = true);
equation
  connect(clock.o, late.e);
  connect(clock.o, third.e);
  when third.o then
    thirds = pre(thirds) + 1;
  end when;
  when late.o then
    n = if mod(time - 0.5, 3) < 0.25 then pre(n) else pre(n) + 1;
  end when;
end Comes;
