// What has gone into a delay in one mode comes out in another, also where the expression is a number there or holds a
// relation. y is t up to 2, then 3 up to 4, then t - 4: its integral, 1.5 later, is 2 + 6 + 4.5**2/2 at 10. z
// integrates 0 up to 1.25, 3 up to 3.25 and 4 then, w the time that was before 2. v is 1 before 2 and 0 then, and
// before the run.
//! run --stop 10 --solver {auto,cvode,erk,dirk}
//! final x = 2 + 6 + 4.5**2/2 +- 1e-5
//! final z = 3*2 + 4*6.75 +- 1e-5
//! final w = 2 +- 1e-5
//! final v = 3.5 +- 1e-5
model delay_across_modes
  Real x(start = 0, fixed = true), z(start = 0, fixed = true), w(start = 0, fixed = true), v(start = 0, fixed = true);
  Real y, a, b;
  discrete Real k(start = 0, fixed = true);
equation
  if time < 2 then
    y = time;
    a = y;
    b = 1;
  elseif time < 4 then
    2*y = 6;
    a = 3;
    b = 0;
  else
    a = time - 4;
    y = a;
    2*b = 0;
  end if;
  when time > 1 then
    k = 3;
  end when;
  der(x) = delay(y, 1.5);
  der(z) = delay(k + (if time < 3 then 0 else 1), 0.25);
  der(w) = delay(if time < 2 then time else 0, 1.5);
  der(v) = delay(b, 1.5);
end delay_across_modes;
