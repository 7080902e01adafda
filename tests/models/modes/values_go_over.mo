// A variable that becomes a state begins where it was, whether anybody has looked at it before or not: x is computed by
// an equation for a second, of which nothing but the result of the next mode is recorded. z is 7 + t, then y = 2*x and
// x falls from 3.
//! run --stop 2 --tol 1e-9 --vars {z,*}
//! z(0.5) = 7.5 +- 1e-8
//! z(1.5) = 6*exp(-0.5) +- 1e-7
//! final z = 6*exp(-1) +- 1e-7
model ValuesGoOver
  Real x, y(start = 7, fixed = true), z;
equation
  z = y;
  if time < 1 then
    x = 3*time; der(y) = 1;
  else
    der(x) = -x; y = 2*x;
  end if;
end ValuesGoOver;
