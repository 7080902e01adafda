// A limit that the solution only approaches is never crossed, whatever the error of the solver makes of it. What leaves
// zero with no speed does so once, and what passes zero with no speed does cross it.
model limit_only_approached
  Real x(start = 1, fixed = true), v(start = 5, fixed = true), T(start = 20, fixed = true), w(start = 0, fixed = true);
  Real q(start = 0, fixed = true) "for how long v is below its limit";
  Boolean tripped(start = false, fixed = true);
  discrete Integer below(start = 0, fixed = true), hot(start = 0, fixed = true), above(start = 0, fixed = true);
  Real p(start = 0, fixed = true) "time^6/6";
  discrete Integer left(start = 0, fixed = true);
  Real c(start = 27, fixed = true) "(3 - time)^3";
  discrete Integer passed(start = 0, fixed = true);
  Real d(start = 1, fixed = true) "at rest, then it is driven on";
  discrete Real driven(start = 0, fixed = true);
equation
  der(x) = -5*x;
  der(v) = -v/0.1;
  der(T) = (100 - T)/3;
  der(w) = (1 - w)/0.1;
  der(q) = if v < 0 then 1 else 0;
  der(p) = if time < 1 then time^5 else 1;
  der(c) = -3*(3 - time)^2;
  der(d) = -5*d - (if time > 20 then 1e-3*(time - 20) else 0);
  tripped = pre(tripped) or v < 0;
  when x < 0 then
    below = pre(below) + 1;
  end when;
  when T > 100 then
    hot = pre(hot) + 1;
  end when;
  when w > 1 then
    above = pre(above) + 1;
  end when;
  when p > 0 then
    left = pre(left) + 1;
  end when;
  when c < 0 then
    passed = pre(passed) + 1;
  end when;
  when d < 0 then
    driven = pre(driven) + time;
  end when;
end limit_only_approached;

//! run --stop 200 --solver {auto,cvode,adams,ida,erk,rodas,dirk} --tol {1e-6,1e-7,1e-9}
//! final below = 0
//! final hot = 0
//! final above = 0
//! final left = 1
//! final passed = 1
//! final driven = 20 +- 1e-3
//! final q = 0
//! final tripped = 0
