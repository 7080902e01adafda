// A reinit that moves nothing, since what it would turn is zero, has no direction; the motion beside it is an
// oscillation.
//! run --stop 20 --tol 1e-9 --solver {auto,cvode,ida,dirk,rodas,erk}
//! final x = 0.937*cos(77) + 0.232*sin(77) +- 1e-6
//! final y = 0 +- 1e-12
model ReinitOfZero
  Real x(start = 0.937, fixed = true), v(start = 0.232, fixed = true), y(start = 0, fixed = true),
      z(start = 1, fixed = true), w;
equation
  der(x) = 3.85*v;
  der(v) = -3.85*x;
  der(y) = -y;
  when (x > 0.465) <> (x*v > 0.21) then
    reinit(y, -y/2);
  end when;
  if x*v > 0.21 then der(z) = -z; w = 2*z; else der(z) = 0; w = v; end if;
end ReinitOfZero;
