// Two enumerations are mixed.
//! error M0309 6:13
model M
  type Color = enumeration(red, green);
  type Mode = enumeration(off, on);
  Color c = Mode.on;
end M;
