// A block in C: states of which some elements are fixed and others are not.
//! class M
//! error M0970 5:8
block B
  Real x[2](fixed = {true, false});
  external "C" b() annotation(Include = "void b(void *b, int call) {}");
end B;
model M
  B b;
end M;
