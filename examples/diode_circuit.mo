// A diode with its exponential law clips a sine.
//
// Newton's method finds the current through resistor and diode at each moment, because the equation cannot be solved by
// hand. The voltage of the diode flattens near 0.7 V.
model DiodeCircuit "Resistor and diode at a sine"
  parameter Real R(unit = "Ohm") = 1000;
  parameter Real Is(unit = "A") = 1e-12 "saturation current";
  parameter Real Vt(unit = "V") = 0.02585 "thermal voltage";
  Real source(unit = "V") = 5*sin(2*3.141592653589793*time);
  Real vd(unit = "V", start = 0) "voltage of the diode";
  Real i(unit = "A");
equation
  source = R*i + vd;
  i = Is*(exp(vd/Vt) - 1);
  annotation(experiment(StopTime = 2));
end DiodeCircuit;
