// Stream connectors.
//! error M0903 7:15
//! says not supported yet
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

model M
  Port a;
equation
  a.p = 1;
end M;
