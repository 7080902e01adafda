// Connected constants have different values.
//! error M0433 13:3
connector Bus
  constant Integer n = 2;
  Real v;
  flow Real i;
end Bus;

model M
  Bus a(n = 2);
  Bus b(n = 3);
equation
  connect(a, b);
  a.v = 1;
end M;
