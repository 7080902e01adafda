// A block in C: an activation of a block in C that is neither input nor output.
//! class M
//! error M0968 5:14
block B
  Activation e;
  output Real y;
  external "C" b() annotation(Include = "void b(void *b, int call) {}");
end B;
model M
  B b;
end M;
