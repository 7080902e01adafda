// A block in C: another language.
//! class M
//! error M0978 6:3
block B
  output Real y;
  external "FORTRAN 77" b() annotation(Library = "b");
end B;
model M
  B b;
end M;
