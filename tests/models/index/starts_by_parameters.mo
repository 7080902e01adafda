// Two capacitors side by side, each with a parameter for its start. The starts are fixed and written differently, and
// have one value: they agree. A switch joins a third one.
//! run --stop 2
//! value right('v1', 1) = 0.5 +- 1e-9
//! final v3 = 0.5 +- 1e-9
//! run --stop 2 -p a=1 -p b=1
//! final v3 = (4 + 3 + 4)/8 +- 1e-9
model StartsByParameters
  parameter Real a = 0, b = 0;
  Real v1(start = 4, fixed = true), v2(start = a, fixed = true), v3(start = b, fixed = true), i, i2, i3;
equation
  der(v1) = -i;
  3*der(v2) = i2;
  4*der(v3) = i3;
  v2 = v3;
  i = i2 + i3;
  if time >= 1 then v1 = v2; else i = 0; end if;
end StartsByParameters;
