// A block in C: an output that reads what the block does not have.
//! class M
//! error M0971 6:51
block B
  input Real u;
  output Real y annotation(__Saltus(reads = {"u", "v"}));
  external "C" b() annotation(Include = "void b(void *b, int call) {}");
end B;
model M
  B b(u = 1);
end M;
