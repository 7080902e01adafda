// Two tanks with an overflow. Volume is conserved in every row. The rim is reached when
//   t = integral of du/(0.12 - 0.05 sqrt u) from 0.2 to 1,   with s = sqrt u:  -2s/b - (2a/b^2) ln(a - b s),
// then the level creeps to the root of 0.12 = 0.05 sqrt u + 2 (u - 1), and after the pump has stopped at 40 s it is
// back at the rim after the integral of du/(0.05 sqrt u + 2 (u - 1)), here by Simpson's rule. Below it sqrt(u) falls
// linearly.
//| a, b = 0.12, 0.05
//| F = lambda s: -2*s/b - 2*a/b**2*log(a - b*s)
//| rim = F(1) - F(sqrt(0.2))
//| low, high = 1.0, 2.0
//| for _ in range(100):
//|     u = (low + high)/2
//|     if b*sqrt(u) + 2*(u - 1) < a: low = u
//|     else: high = u
//| n = 2000
//| f = lambda x: 1/(b*sqrt(x) + 2*(x - 1))
//| h = (u - 1)/n
//| back = 40 + h/3*sum(f(1 + i*h)*(1 if i in (0, n) else 4 if i % 2 else 2) for i in range(n + 1))
//! run --tol 1e-8 --step 0.5 --solver {auto,cvode,adams,ida,erk,dirk,rodas}
//! balance = 0.2 +- 1e-6
//! upper(40) = u +- 1e-6
//! final supplied = 4.8 +- 1e-9
// The level is right to 20 times the tolerance and rises by 0.07 a second at the rim: the time is right to 3e-6.
//! check any(abs(x - rim) < 3e-6 for x in instants) and 40.0 in instants and j['events']['state'] == 2
//! upper(60) = (1 - 0.025*(60 - back))**2 +- 1e-6
model TwoTanks "Inflow, outlet, overflow"
  parameter Real area(unit = "m2") = 1;
  parameter Real height(unit = "m") = 1 "of the rim of the upper tank";
  parameter Real outlet = 0.05 "flow per square root of level";
  parameter Real weir = 2 "overflow per metre above the rim";
  Real upper(start = 0.2, fixed = true, unit = "m");
  Real lower(start = 0, fixed = true, unit = "m");
  Real pump(unit = "m3/s") = if time < 40 then 0.12 else 0;
  Real overflow(unit = "m3/s") = if upper > height then weir*(upper - height) else 0;
  Real drained(start = 0, fixed = true, unit = "m3");
  Real balance(unit = "m3") = area*(upper + lower) + drained - supplied "constant: nothing is lost";
  Real supplied(start = 0, fixed = true, unit = "m3");
equation
  area*der(upper) = pump - outlet*sqrt(max(upper, 0)) - overflow;
  area*der(lower) = outlet*sqrt(max(upper, 0)) + overflow - outlet*sqrt(max(lower, 0));
  der(drained) = outlet*sqrt(max(lower, 0));
  der(supplied) = pump;
  annotation(experiment(StopTime = 100));
end TwoTanks;
