// Two open switches cut off what is between them.
//! env MODELICAPATH=library
//! error S0116 7:19
//! says 'a' and 'b' prescribe the same flow ('a.p.i')
model M
  Parts.VoltageSource source;
  Parts.Switch a, b;
  Parts.Resistor load;
  Parts.Ground ground;
equation
  a.closed = 0;
  b.closed = 0;
  connect(source.p, a.p);
  connect(a.n, load.p);
  connect(load.n, b.p);
  connect(b.n, source.n);
  connect(source.n, ground.p);
end M;
