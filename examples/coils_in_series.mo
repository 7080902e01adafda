// Two coils in series, and a switch that bridges the second coil. While the switch is closed, each coil has a current
// of its own: the first current rises, the second one fades. When it opens, the two currents must become one, and the
// flux around the loop, L1*i1 + L2*i2, determines its value. At this instant the voltage across the switch is infinite;
// its integral over the instant is finite, 0.78 V.s the first time. The model needs no snubber and no small resistance.
model CoilsInSeries "Flux is kept"
  parameter Real L1(unit = "H") = 0.1;
  parameter Real L2(unit = "H") = 0.3;
  parameter Real R1(unit = "Ohm") = 1;
  parameter Real R2(unit = "Ohm") = 1;
  parameter Real U(unit = "V") = 12;
  Real i1(start = 0, fixed = true, unit = "A");
  Real i2(start = 0, fixed = true, unit = "A");
  Real v(unit = "V") "across the switch, and the second coil with its resistance";
  Real i(unit = "A") "of the switch";
  Boolean closed = sin(2*3.14159265358979*time/0.4) > 0;
equation
  L1*der(i1) = U - R1*i1 - v;
  L2*der(i2) = v - R2*i2;
  i1 = i2 + i;
  if closed then
    v = 0;
  else
    i = 0;
  end if;
  annotation(experiment(StopTime = 1.2));
end CoilsInSeries;
