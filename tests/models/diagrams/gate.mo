// A gate of six field-effect transistors, whose voltages are a loop of equations alone: the output is high where both
// inputs are. What the transistors do has corners, at which nothing happens; as events they stopped the loop from being
// solved. The numbers are those of Xcos (Scilab 6.1.1, demonstration AND_Gate).
//! class Gate
//! run --stop 0.02 --step 0.001
//! value [right('out.y[1,1]', 0.004*k) for k in range(1, 6)] = [9.997670842960561, 0.0009323974023526707, \
//!     0.0009325645275500535, 0.0009384024111194142, 0.03560600175238066] +- 1e-7
//! value [right('a.y[1,1]', 0.004), right('b.y[1,1]', 0.004)] = [7.9389262614676435, 6.54508497187784] +- 1e-9
model Gate
  import Saltus.Xcos.Electrical.*;
  model P = PMOS(W = 5e-5, L = 6e-6, Beta = 1.05e-5, Vt = -1, K2 = 0.41, K5 = 0.839, dW = -2.5e-6, dL = -2.1e-6);
  model N = NMOS(W = 2e-5, L = 6e-6, Beta = 4.1e-5, Vt = 0.8, K2 = 1.144, K5 = 0.7311, dW = -2.5e-6, dL = -1.5e-6);
  P p1, p2, p3;
  N n1, n2, n3;
  SineVoltage s1(V = 5, phase = 1.5707963267948966, frequency = 50, offset = 5), s2(V = 5, frequency = 100, offset = 5);
  ConstantVoltage supply(V = 10);
  Ground g;
  PotentialSensor a, b, out;
equation
  connect(s1.n, g.p);
  connect(s2.n, g.p);
  connect(supply.n, g.p);
  // p1, p2, n2 and n3: not (a and b)
  connect(supply.p, p1.s);
  connect(supply.p, p2.s);
  connect(s2.p, p1.g);
  connect(s1.p, p2.g);
  connect(p1.d, p2.d);
  connect(p1.d, n2.d);
  connect(s2.p, n2.g);
  connect(n2.s, n3.d);
  connect(s1.p, n3.g);
  connect(n3.s, g.p);
  // p3 and n1: not of that
  connect(supply.p, p3.s);
  connect(p1.d, p3.g);
  connect(p1.d, n1.g);
  connect(p3.d, n1.d);
  connect(n1.s, g.p);
  // the fourth pins
  connect(p1.b, p1.s);
  connect(p2.b, p2.s);
  connect(p3.b, p3.s);
  connect(n1.b, n1.s);
  connect(n2.b, n2.s);
  connect(n3.b, n3.s);
  connect(s2.p, a.p);
  connect(s1.p, b.p);
  connect(p3.d, out.p);
end Gate;
