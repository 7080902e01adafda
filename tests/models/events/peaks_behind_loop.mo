// Narrow peaks over what a loop of equations computes (E111). With y^3 + y = x and der(x) = 1 a peak of area A over y
// has the area A*(3*y^2 + 1) over time: a bell at y = 2, a window from 1 to 1.01, a hat at 1.5. The conditions are met
// once each.
//! run --stop 40 --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! final bell = 13*sqrt(pi) +- 5e-3
//! final window = 4.0301 +- 2e-3
//! final hat = 7.75 +- 5e-3
//! final n = 1
//! final m = 1
model M
  parameter Real w = 0.002;
  Real x(start = 0, fixed = true), y(start = 0), bell(start = 0, fixed = true), window(start = 0, fixed = true),
      hat(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = 1;
  y^3 + y = x;
  der(bell) = exp(-((y - 2)/w)^2)/w;
  der(window) = noEvent(if y > 1 and y < 1.01 then 100 else 0);
  der(hat) = max(0, 1 - abs(y - 1.5)/w)/w;
  when exp(-((y - 2.5)/w)^2) > 0.5 then
    n = pre(n) + 1;
  end when;
  when max(0, 1 - abs(y - 1.2)/w) > 0.5 then
    m = pre(m) + 1;
  end when;
end M;
