// A when-clause that turns the mode over acts once in its instant, however many candidates for the next mode are
// judged. The clutch keeps the momentum.
//! run --stop 2 --solver {auto,cvode,ida,dirk,rodas,erk}
//! value [right('w1', 1), right('w2', 1)] = [1.25, 1.25] +- 1e-9
//! value [right('v1', 1), right('v2', 1)] = [2, 2] +- 1e-9
//! final gear = 2 +- 0
model ToggledOnce
  Real w1(start = 5, fixed = true), w2(start = 0, fixed = true), tau;
  Real v1(start = 4, fixed = true), v2(start = 0, fixed = true), f;
  Real y = abs(sin(time)) - sin(1);
  Integer gear(start = 1, fixed = true);
equation
  when y > 0 then
    gear = if pre(gear) == 2 then 1 else pre(gear) + 1;
  end when;
  der(w1) = -tau;
  3*der(w2) = tau;
  if gear > 1 then w1 = w2; else tau = 0; end if;
  der(v1) = -f;
  der(v2) = f;
  if y > 0 then v1 = v2; else f = 0; end if;
end ToggledOnce;
