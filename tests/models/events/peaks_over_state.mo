// Narrow peaks over a state that is the time. Conditions: each peak is met once, a sine to a high power wherever the
// sine turns. Rates: the areas of the hats.
//! run --stop 10 --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! final bell = 1
//! final lorentz = 1
//! final product = 1
//! final hat = 1
//! final window = 1
//! final called = 1
//! final steep = 1
//! final sine = 3
//! final area[1] = 0.1 +- 5e-5
//! final area[2] = 0.13333333333 +- 5e-5
//! final area[3] = 0.1 +- 5e-5
//! final area[4] = 0.1 +- 5e-5
//! final area[5] = 0.1 +- 5e-5
//! final area[6] = 0.00016666666667 +- 5e-6
//! message none
model PeaksOverState
  function step
    input Real u;
    output Real y;
  algorithm
    if u < 5.2 then
      y := 0;
    elseif u < 5.3 then
      y := 1;
    else
      y := 0;
    end if;
  end step;
  Real p(start = 0, fixed = true), u = (p - 7.7)/1e-4, area[6](each start = 0, each fixed = true);
  Integer bell(start = 0, fixed = true), lorentz(start = 0, fixed = true), product(start = 0, fixed = true),
      hat(start = 0, fixed = true);
  Integer window(start = 0, fixed = true), called(start = 0, fixed = true), steep(start = 0, fixed = true),
      sine(start = 0, fixed = true);
equation
  der(p) = 1;
  der(area[1]) = max(0, 1 - abs(p - 5.25)/0.1);
  der(area[2]) = max(0, 1 - ((p - 5.25)/0.1)^2);
  der(area[3]) = min(1, max(0, (p - 5.2)*100)) - min(1, max(0, (p - 5.3)*100));
  der(area[4]) = noEvent(if p > 5.2 and p < 5.3 then 1 else 0);
  der(area[5]) = step(p);
  der(area[6]) = max(0, (p - 5.2)*(5.3 - p));
  when exp(-((p - 1.123)/0.01)^2) > 0.5 then
    bell = pre(bell) + 1;
  end when;
  when 1/(1 + ((p - 2.2)/1e-4)^2) > 0.5 then
    lorentz = pre(lorentz) + 1;
  end when;
  when 1/(1 + u*u) > 0.5 then
    product = pre(product) + 1;
  end when;
  when max(0, 1 - abs(p - 3.3)/1e-4) > 0.5 then
    hat = pre(hat) + 1;
  end when;
  when noEvent(if p > 4.4 and p < 4.4001 then 1 else 0) > 0.5 then
    window = pre(window) + 1;
  end when;
  when step(p + 0.6) > 0.5 then
    called = pre(called) + 1;
  end when;
  when tanh(1e6*(p - 8.1)) - tanh(1e6*(p - 8.1001)) > 0.5 then
    steep = pre(steep) + 1;
  end when;
  when sin(p)^20000 > 0.5 then
    sine = pre(sine) + 1;
  end when;
end PeaksOverState;
