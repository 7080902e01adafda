// A condition on time alone holds from its moment on, also where the mode is left and entered again in the same
// instant: what is zero but for rounding counts as zero there, but not what is known to turn now. All answers are exact
// (E122).
//! run --stop 2 --solver {auto,cvode,rodas,erk}
//! final x = 2 - pi/6 +- 1e-9
//! final n = 2
model MomentAgain
  Real x(start = 0, fixed = true), a, b;
  discrete Integer n(start = 0, fixed = true);
  Boolean u;
equation
  u = sin(time) > 0.5;
  when u then
    n = 1;
  elsewhen pre(n) == 1 then
    n = 2;
  end when;
  a + b = 1;
  if n == 1 then
    a = 0;
  else
    b = 0;
  end if;
  der(x) = if u then 1 else 0;
end MomentAgain;
