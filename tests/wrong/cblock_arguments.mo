// A block in C: arguments of the C function of a block.
//! class M
//! error M0975 7:3
//! says external "C" b();
block B
  output Real y;
  external "C" y = b(3) annotation(Include = "void b(void *b, int call) {}");
end B;
model M
  B b;
end M;
