// A stream variable in a connector without a flow that could carry it.
//! error M0252 6:15
//! says no flow variable
connector Port
  input Real p;
  stream Real h;
end Port;

model M
  Port a;
equation
  a.h = 1;
end M;
