// A class extends itself.
//! error M0218 4:11
model A
  extends A;
  Real x = 1;
end A;
