// A half-wave rectifier. While the diode conducts C v' = (s - v)/Rd - v/Rl with s = V sin wt: an exponential plus a
// phasor; while it does not, v decays with Rl C. Where source and capacitor are equal is found by bisection of these.
//| V, w, Rd, Rl, C = 10, 2*pi*50, 0.1, 100, 5e-4
//| rate = (1/Rd + 1/Rl)/C
//| phasor = V/(Rd*C)/(1j*w + rate)
//| def steady(t): return (phasor*complex(cos(w*t), sin(w*t))).imag
//| def on(t, t0, v0): return steady(t) + (v0 - steady(t0))*exp(-rate*(t - t0))
//| def off(t, t0, v0): return v0*exp(-(t - t0)/(Rl*C))
//| pieces, t0, v0, conducting = [], 0.0, 0.0, True
//| while t0 < 0.08:
//|     law = on if conducting else off
//|     above = lambda t: (V*sin(w*t) > law(t, t0, v0)) == conducting
//|     b = t0 + 1e-4
//|     while above(b) and b < 0.09: b += 1e-4
//|     a = b - 1e-4
//|     for _ in range(60):
//|         m = (a + b)/2
//|         if above(m): a = m
//|         else: b = m
//|     pieces.append((t0, v0, law, b))
//|     t0, v0, conducting = b, law(b, t0, v0), not conducting
//| def output(t): return next(law(t, a, v) for a, v, law, b in pieces if t <= b)
//! run --tol 1e-9 --solver {auto,cvode,ida,erk,dirk,rodas}
//! vc = output(t) +- 1e-6
//! changes conducts = [p[0] for p in pieces] +- 1e-7
//! run --tol 1e-5 --solver {auto,cvode,ida,erk}
//! vc = output(t) +- 1e-2
//! value len(changes('conducts')) = len(pieces)
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
