// An if-equation that leaves alone what its present branch does not give: y stays where it was, and z, which no left
// side names, too.
//! run --stop 2 --tol 1e-9
//! y = (t if t < 1 else 1) +- 1e-9
//! z = (2*t if t < 1 else 2) +- 1e-9
//! final x = 1 +- 1e-8
//! message none
model Hold
  Real x(start = 0, fixed = true), y, z;
equation
  if time < 1 then
    der(x) = 1;
    y = x;
    0 = z - 2*x;
  else
    der(x) = 0;
  end if annotation(__Saltus(hold = {{y, z}, false}));
end Hold;
