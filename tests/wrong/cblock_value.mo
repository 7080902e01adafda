// A block in C: an output of a block in C that has a value by its declaration.
//! class M
//! error M0969 5:15
block B
  output Real y = 3;
  external "C" b() annotation(Include = "void b(void *b, int call) {}");
end B;
model M
  B b;
end M;
