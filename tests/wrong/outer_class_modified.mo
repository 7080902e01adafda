// A modification of an outer class has no effect, and is refused like that of an outer component.
//! error M0237 7:21
model B
  Real x;
end B;
model A
  outer model M = B(x = 1);
  M m;
end A;
model OuterClassModified
  inner model M = B(x = 2);
  A a;
end OuterClassModified;
