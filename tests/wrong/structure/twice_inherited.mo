// A base class gives the value already.
//! error S0102 8:3
//! says 3 equations determine only 2 unknowns: 'm', 'a'
model Body
  Real m(start = 1);
  Real a;
equation
  m = 80;
  m*a = 9.81;
end Body;

model M
  extends Body;
equation
  a = 9.81;
end M;
