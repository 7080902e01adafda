// Two flow variables beside a stream variable: which of them carries it?
//! error M0252 6:15
//! says more than one flow variable
connector Port
  Real p, q;
  stream Real h;
  flow Real m, n;
end Port;

model M
  Port a;
equation
  a.h = 1;
  a.p = 1;
  a.q = 1;
end M;
