// A block in C: a constraint that is an array, and one of a block without states.
//! class M
//! error M0979 8:8
//! says a Real for each constraint
//! error M0979 9:8
//! says the states that it ties
block B
  Real c[2] annotation(__Saltus(constraint = true));
  Real d annotation(__Saltus(constraint = true));
  external "C" b() annotation(Include = "void b(void *b, int call) {}");
end B;
model M
  B b;
end M;
