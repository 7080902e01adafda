// Equations beside the C of an atomic model.
//! error D0010 6:3
model W
  block A
    discrete Real x;
  equation
    when time > 1 then x = 1; end when;
  external "C" wrong_atomic();
    annotation(__Saltus(devs = "atomic"));
  end A;
  A a;
end W;
