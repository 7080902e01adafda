// A half-wave rectifier: a diode charges a capacitor from an alternating voltage, and a load discharges it.
//
// The output follows the peaks and sags between them. The diode is ideal up to a small resistance; it starts to conduct
// when its voltage becomes positive, and stops when its current would reverse.
model Rectifier "Diode, capacitor, load"
  parameter Real V(unit = "V") = 10 "amplitude";
  parameter Real f(unit = "Hz") = 50;
  parameter Real Rd(unit = "Ohm") = 0.1 "of the diode when it conducts";
  parameter Real Rl(unit = "Ohm") = 100 "load";
  parameter Real C(unit = "F") = 5e-4;
  Real source(unit = "V");
  Real vc(start = 0, fixed = true, unit = "V") "output voltage";
  Real i(unit = "A") "current of the diode";
  Boolean conducts;
equation
  source = V*sin(2*3.141592653589793*f*time);
  conducts = source > vc;
  i = if conducts then (source - vc)/Rd else 0;
  C*der(vc) = i - vc/Rl;
  annotation(experiment(StopTime = 0.08, Tolerance = 1e-6));
end Rectifier;
