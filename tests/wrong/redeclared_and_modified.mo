// A component is redeclared and modified in one list: the second was lost.
//! error M0213 9:37
model P
  Real x;
end P;
model Q
  replaceable P a;
end Q;
model T Q b(redeclare P a(x = 5), a(x = 1));
end T;
