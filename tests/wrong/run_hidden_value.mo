// A relation hides that what it compares is no number; so does max. The moment is that of the fault, 0.5.
//! error R0302 8:24
//! says 'sqrt(0.5 - x)' is not defined
//! says at time 0.5
//! run --stop 1
model HiddenValue
  Real x(start = 0, fixed = true); Real y;
  equation der(x) = 1; y = if sqrt(0.5 - x) > 5 then 1 else 2;
end HiddenValue;
