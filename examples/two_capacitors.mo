// Two capacitors and an ideal switch between them. When the switch closes, the two voltages become one at once, and the
// charge determines its value: 1 F with 4 V and 3 F with 0 V give 1 V. Nobody has to write this rule: it follows from
// the equations of the closed switch, integrated over the instant. Saltus reports that C1*v1 + C2*v2 is kept. The
// energy is not kept: of 8 J, 2 J are left, whatever the resistance of the wire, even if it is zero.
//
// While the switch is closed, the two are one capacitor, and the model has one state; while it is open, two. From 1 s
// on a resistor lies across the first capacitor, so that charge flows back the second time.
model TwoCapacitors "Charge is kept, energy is not"
  parameter Real C1(unit = "F") = 1;
  parameter Real C2(unit = "F") = 3;
  parameter Real R(unit = "Ohm") = 2;
  Real v1(start = 4, fixed = true, unit = "V");
  Real v2(start = 0, fixed = true, unit = "V");
  Real i(unit = "A") "from the first to the second";
  Real energy(unit = "J") = C1*v1^2/2 + C2*v2^2/2;
  Boolean closed = time > 1 and time < 3 or time > 5;
equation
  C1*der(v1) = -i - (if time > 1 then v1/R else 0);
  C2*der(v2) = i;
  if closed then
    v1 = v2;
  else
    i = 0;
  end if;
  annotation(experiment(StopTime = 7));
end TwoCapacitors;
