// A type is defined by itself.
//! class M
//! error M0218 4:6
type T = T;

model M
  T x = 1;
end M;
