// A coil whose iron saturates, on an alternating voltage: the current is the only root of p = 0.0236*i + 0.6*atan(i/3),
// and p is p0 + 0.7/314*sin(314*t). The flux begins beside zero and passes it at once. The current is small at first on
// both sides, and no solution ends there: nothing is told (R0263 was).
//! run --stop 0.055 --solver {auto,dirk,cvode,rodas} -p p0={-1e-17,-1e-14,-1e-6,-1e-3}
//! message none
//! value 0.0236*final["i"] + 0.6*atan(final["i"]/3) = final["p0"] + 0.7/314*sin(314*0.055) +- 1e-7
model SaturatingInductor
  parameter Real p0 = 0;
  Real p(start = p0, fixed = true), i(start = 0);
equation
  p = 0.0236*i + 0.6*atan(i/3);
  der(p) = 0.7*cos(314*time);
end SaturatingInductor;
