// Two tanks: the upper one overflows into the lower one.
//
// The pump fills the upper tank until it overflows; from then on the lower tank rises faster. When the pump stops, the
// overflow ceases, and both drain.
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
