// A record of another type.
//! error M0309 12:9
record A
  Real x;
end A;
record B
  Boolean y;
end B;

model M
  A a(x = 1);
  B b = a;
end M;
