// What `break` leaves out must be there.
//! error M0211 14:13
//! error M0211 14:24
connector C
  Real e;
  flow Real f;
end C;
model A
  C here, there;
equation
  connect(here, there);
end A;
model BreakNothing
  extends A(break hre, break connect(there, here));
end BreakNothing;
