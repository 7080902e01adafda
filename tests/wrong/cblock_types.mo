// A block in C: what a block in C cannot have.
//! class M
//! error M0967 10:5
//! error M0967 11:10
//! error M0967 12:11
block B
  record R
    Real x;
  end R;
  R r;
  String name;
  Integer g annotation(__Saltus(crossing = "up"));
  external "C" b() annotation(Include = "void b(void *b, int call) {}");
end B;
model M
  B b;
end M;
