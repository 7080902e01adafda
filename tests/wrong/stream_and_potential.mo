// A stream variable meets an output.
//! error M0430 22:3
//! says only one of
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

connector Plain
  Real p;
  flow Real m;
  output Real h;
end Plain;

model M
  Port a;
  Plain b;
  parameter Real k = 1;
equation
  a.h = 1;
  connect(a, b);
end M;
