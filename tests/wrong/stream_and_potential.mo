// A stream variable meets a potential.
//! error M0430 21:3
//! says is a stream variable
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

connector Plain
  Real p, h;
  flow Real m, n;
end Plain;

model M
  Port a;
  Plain b;
  parameter Real k = 1;
equation
  a.h = 1;
  connect(a, b);
end M;
