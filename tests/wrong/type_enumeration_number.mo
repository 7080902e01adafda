// A number for an enumeration.
//! error M0309 5:12
model M
  type Mode = enumeration(off, on);
  Mode m = 1;
end M;
