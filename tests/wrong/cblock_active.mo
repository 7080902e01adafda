// A block in C: a block that is to be active when activations come, and has none.
//! class M
//! error M0973 4:7
block B
  output Real y;
  external "C" b() annotation(Include = "void b(void *b, int call) {}");
  annotation(__Saltus(active = "activations"));
end B;
model M
  B b;
end M;
