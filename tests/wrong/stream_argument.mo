// inStream and actualStream of what is not a stream variable.
//! error M0470 16:16
//! says stream variable
//! error M0470 17:20
//! error M0470 18:16
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

model M
  Port a;
  Real x, y, z, w = 1;
equation
  x = inStream(a.m);
  y = actualStream(w);
  z = inStream(2*a.h);
  a.h = 1;
  a.p = 1;
end M;
