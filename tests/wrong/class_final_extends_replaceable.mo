// A replaceable class is extended.
//! error M0247 8:13
model A
  replaceable model Part
    Real x = 1;
  end Part;
  model Other
    extends Part;
  end Other;
  Other o;
end A;
