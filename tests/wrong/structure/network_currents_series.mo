// Two current sources in series.
//! env MODELICAPATH=library
//! error S0116 6:33
//! says 'a' and 'b' prescribe the same flow ('a.p.i')
model M
  Parts.CurrentSource a(I = 1), b(I = 2);
  Parts.Resistor r;
  Parts.Ground ground;
equation
  connect(a.n, b.p);
  connect(b.n, r.p);
  connect(r.n, a.p);
  connect(a.p, ground.p);
end M;
