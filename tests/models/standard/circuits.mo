// Circuits of the library Modelica that comes with Saltus, against closed forms.
//! class Lag
//! run --tol 1e-9 --step 0.1
//! c.v(3) = 1 - exp(-2) +- 1e-8
//! r.i(2) = 1e-3*exp(-1) +- 1e-11
//! message M0253
model Lag "A step over a resistor and a capacitor of one second"
  import Modelica.Electrical.Analog.*;
  Sources.StepVoltage v(V = 1, startTime = 1);
  Basic.Resistor r(R = 1000);
  Basic.Capacitor c(C = 1e-3, v(start = 0, fixed = true));
  Basic.Ground g;
equation
  connect(v.p, r.p);
  connect(r.n, c.p);
  connect(c.n, v.n);
  connect(g.p, v.n);
  annotation(experiment(StopTime = 3));
end Lag;

//| w = 2*pi*50
//| z = sqrt(10**2 + (w*0.1)**2)
//! class Lines
//! run --tol 1e-9 --step 0.1
//! value final['rms.y'] = 230/z +- 1e-4*230/z
//! value final['p.power'] = final['s.v']*final['l.i'] +- 1e-9*(1 + abs(final['p.power']))
model Lines "A coil at the mains: the current by the impedance, after the transient; the power by its sensor"
  import Modelica.Electrical.Analog.*;
  Sources.SineVoltage s(V = sqrt(2)*230, f = 50);
  Basic.Resistor r(R = 10);
  Basic.Inductor l(L = 0.1, i(start = 0, fixed = true));
  Sensors.CurrentSensor a;
  Sensors.PowerSensor p;
  Basic.Ground g;
  Modelica.Blocks.Math.RootMeanSquare rms(f = 50);
equation
  connect(s.p, p.pc);
  connect(p.nc, a.p);
  connect(p.pv, s.p);
  connect(p.nv, s.n);
  connect(a.n, r.p);
  connect(r.n, l.p);
  connect(l.n, s.n);
  connect(g.p, s.n);
  connect(a.i, rms.u);
  annotation(experiment(StopTime = 0.3));
end Lines;

// The load has the mean of the positive halves, and the diode turns twice in each period.
//! class Rectifier
//! run --tol 1e-8
//! value final['m.y'] = 10/pi +- 1e-4
//! value len(changes('d.off')) = 20
model Rectifier "An ideal diode with a resistor: the mean of half waves is V/pi"
  import Modelica.Electrical.Analog.*;
  Sources.SineVoltage s(V = 10, f = 10, phase = 0.1);
  Ideal.IdealDiode d(Ron = 0, Goff = 0);
  Basic.Resistor r(R = 1);
  Basic.Ground g;
  Modelica.Blocks.Math.Mean m(f = 10);
equation
  connect(s.p, d.p);
  connect(d.n, r.p);
  connect(r.n, s.n);
  connect(g.p, s.n);
  m.u = r.v;
  annotation(experiment(StopTime = 1));
end Rectifier;

//! class Ratio
//! run --tol 1e-9 --step 0.1
//! final t.v2 = 5 +- 1e-9
//! final w.v = 10 +- 1e-9
//! final o.v = -3 +- 1e-9
//! final k.v = 2 +- 1e-9
model Ratio "A transformer, a two-way switch, an inverting amplifier and a controlled source"
  import Modelica.Electrical.Analog.*;
  Sources.ConstantVoltage s(V = 10);
  Ideal.IdealTransformer t(n = 2);
  Basic.Resistor rt(R = 1);
  Ideal.IdealTwoWaySwitch sw(Ron = 0, Goff = 0, control = time > 0.5);
  Basic.Resistor r1(R = 2);
  Basic.Resistor w(R = 3);
  Ideal.IdealOpAmp3Pin amp;
  Basic.Resistor ri(R = 1000);
  Basic.Resistor rf(R = 300);
  Basic.Resistor o(R = 50);
  Basic.VCV vcv(gain = 0.2);
  Basic.Resistor k(R = 1);
  Basic.Ground g;
equation
  connect(s.n, g.p);
  connect(t.p1, s.p);
  connect(t.n1, g.p);
  connect(t.p2, rt.p);
  connect(t.n2, g.p);
  connect(rt.n, g.p);
  connect(sw.p, s.p);
  connect(sw.n1, r1.p);
  connect(sw.n2, w.p);
  connect(r1.n, g.p);
  connect(w.n, g.p);
  connect(amp.in_p, g.p);
  connect(ri.p, s.p);
  connect(ri.n, amp.in_n);
  connect(rf.p, amp.in_n);
  connect(rf.n, amp.out);
  connect(o.p, amp.out);
  connect(o.n, g.p);
  connect(vcv.p1, s.p);
  connect(vcv.n1, g.p);
  connect(vcv.p2, k.p);
  connect(vcv.n2, g.p);
  connect(k.n, g.p);
  annotation(experiment(StopTime = 1));
end Ratio;
