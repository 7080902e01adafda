// A block in C: its settings stand in the annotation of the class.
//! class M
//! error M0966 7:73
block B
  input Real u;
  output Real y;
  external "C" b() annotation(Include = "void b(void *b, int call) {}", __Saltus(steps = "ends"));
end B;
model M
  B b(u = 1);
end M;
