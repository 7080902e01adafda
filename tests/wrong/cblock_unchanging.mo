// A block in C: a discrete state of a block to which nothing can happen.
//! class M
//! error M0977 6:11
block B
  output Real y;
  Integer n(start = 1, fixed = true);
  external "C" b() annotation(Include = "void b(void *b, int call) {}");
end B;
model M
  B b;
end M;
