// The first of several results of a call that is not written out, where an expression needs it twice.
//! run --stop 1
//! y = (t + 1)**2 +- 1e-12
//! z = (t + 1)**2 + 2*t +- 1e-12
//! w = (2*t)**2 + (t + 1)**3 +- 1e-12
model FirstOfSeveral
  function f
    input Real u;
    output Real a, b;
  algorithm
    a := u + 1;
    b := 2*u;
    annotation(Inline = false);
  end f;
  Real y, z, w, p, q;
equation
  w = q^2 + f(time)^3;
  (p, q) = f(time);
algorithm
  y := f(time)^2;
  z := 0;
  for i in 1:3 loop
    (z) := f(time);
    z := z^2 + 2*time;
  end for;
end FirstOfSeveral;
