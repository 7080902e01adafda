// A block in C: equations beside the C of a block.
//! class M
//! error M0974 6:1
block B
  output Real y;
equation
  y = 3;
  external "C" b() annotation(Include = "void b(void *b, int call) {}");
end B;
model M
  B b;
end M;
