// A diode with an exponential law behind a resistor: at each voltage u of the source the equation
//   u = R Is (exp(v/Vt) - 1) + v   has one solution v; here by bisection, since the right side grows with v.
//| R, Is, Vt = 1000, 1e-12, 0.02585
//| def diode(u):
//|     low, high = min(u, 0) - 1e-6, 1.0
//|     for _ in range(200):
//|         v = (low + high)/2
//|         if R*Is*(exp(v/Vt) - 1) + v < u: low = v
//|         else: high = v
//|     return v
//! run --solver {auto,rk4}
//! vd = diode(5*sin(2*pi*t)) +- 1e-9
//! i = (5*sin(2*pi*t) - diode(5*sin(2*pi*t)))/1000 +- 1e-12
//! final vd = diode(5*sin(4*pi)) +- 1e-9
// A large source: Newton's first step from vd = 0 would overflow the exponential without damping.
//! run -p R=1 -p Is=1e-14
//! status done
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
