// A loop that no rate reads: the crank and the rod of an engine, whose other solution is on the far side. It keeps the
// solution of its start value in rows and conditions, in closed form.
//! class Upper
//! run --stop 100 --solver {auto,cvode,rodas}
//! x = cos(t) + sqrt(1.21 - sin(t)**2) +- 1e-5
//! final n = 0
//! message none
//! class Lower
//! run --stop 100 --solver {auto,cvode,rodas}
//! x = cos(t) - sqrt(1.21 - sin(t)**2) +- 1e-5
//! message none
//! class Longer
//! run --stop 100 --solver {auto,cvode,rodas}
//! x = cos(t) + sqrt(2.25 - sin(t)**2) +- 1e-5
//! message none
//! class Three
//! run --stop 10 --solver {auto,cvode,rodas,rk4}
//! x = t +- 1e-6
//! class OfTime
//! run --stop 10
//! x = t +- 1e-9
//! class Event
//! run --stop {10,30,50,100} --solver {auto,cvode,dirk,rodas,adams}
//! x = (t if t < 3 else 6 - t) +- 1e-6
//! final n = 1
model Upper
  Real p(start = 0, fixed = true), x(start = 2.1);
  Integer n(start = 0, fixed = true);
equation
  der(p) = 1;
  (x - cos(p))^2 + sin(p)^2 = 1.1^2;
  when x < 0 then
    n = pre(n) + 1;
  end when;
end Upper;

model Lower
  Real p(start = 0, fixed = true), x(start = -0.1);
equation
  der(p) = 1;
  (x - cos(p))^2 + sin(p)^2 = 1.1^2;
end Lower;

model Longer
  Real p(start = 0, fixed = true), x(start = 2.5);
equation
  der(p) = 1;
  (x - cos(p))^2 + sin(p)^2 = 1.5^2;
end Longer;

model Three
  Real p(start = 0, fixed = true), x(start = 0);
equation
  der(p) = 1;
  (x - p)*(x - p - 0.6)*(x - p + 0.6) = 0;
end Three;

model OfTime
  Real x(start = 0);
equation
  (x - time)*(x - time - 0.6)*(x - time + 0.6) = 0;
end OfTime;

model Event "the path goes on from an event inside a step"
  Real p(start = 0, fixed = true), x(start = 0);
  Integer n(start = 0, fixed = true);
  Real way(start = 0);
equation
  der(p) = 1;
  way = if n > 0 then 6 - p else p;
  (x - way)*(x - way - 0.6)*(x - way + 0.6) = 0;
  when x >= 3 then
    n = pre(n) + 1;
  end when;
end Event;
