// A literal has the name of an attribute.
//! error M0242 4:32
model M
  type Mode = enumeration(off, start);
  Mode m = Mode.off;
end M;
