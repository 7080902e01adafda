// A block in C: an algebraic state of a block that gives rates.
//! class M
//! error M0972 5:8
block B
  Real x annotation(__Saltus(algebraic = true));
  external "C" b() annotation(Include = "void b(void *b, int call) {}");
end B;
model M
  B b;
end M;
