// A state of another mode that an equation gives at the start: its start value is not needed, and the state that the
// equation reads keeps its own.
//| q = 0.7
//! run --solver {auto,dirk}
//! x = q*exp(-t) +- 1e-5
//! z(0) = cos(q) +- 1e-9
//! z(0.4) = cos(q*exp(-0.4)) +- 1e-5
//! final z = cos(q*exp(-0.5))*exp(-0.5) +- 1e-5
model StartOfDependent
  Real x(start = 0.7), z(start = 5);
equation
  der(x) = -x;
  if time > 0.5 then der(z) = -z; else z = cos(x); end if;
end StartOfDependent;
