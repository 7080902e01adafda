// A format that is none for a Real.
//! error M0540 5:35
//! says .3f
model M
  String s = String(1.5, format = "5d");
end M;
