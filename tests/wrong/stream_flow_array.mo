// The flow beside a stream variable is an array.
//! error M0252 7:15
//! says not a Real scalar
connector Port
  Real p[2];
  flow Real m[2];
  stream Real h;
end Port;

model M
  Port a;
equation
  a.h = 1;
  a.p = {1, 2};
end M;
