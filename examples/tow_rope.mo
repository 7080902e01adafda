// A car tows another car with a rope that is slack at first. When the rope becomes taut, both go on with one speed,
// which the momentum determines: the first car has 2 m/s then, and 1200 of the 2000 kg, so the speed is 1.2 m/s. At 2 s
// the first car brakes for half a second. The rope goes slack, because it cannot push. The second car rolls nearer, and
// at 2 + (2 + sqrt(2))/2 s the rope is taut again, with a smaller impact: 679 N.s instead of 960.
//
// The condition of the rope remembers its side: a taut rope stays taut as long as it pulls, a slack rope stays slack
// until it would have to be longer than L.
model TowRope "A rope that becomes taut"
  parameter Real m1(unit = "kg") = 1200;
  parameter Real m2(unit = "kg") = 800;
  parameter Real L(unit = "m") = 5 "length of the rope";
  Real x1(start = 4, fixed = true, unit = "m");
  Real x2(start = 0, fixed = true, unit = "m");
  Real v1(start = 0, fixed = true, unit = "m/s");
  Real v2(start = 0, fixed = true, unit = "m/s");
  Real F(unit = "N") "of the rope";
  Real drive(unit = "N") = if time < 2 then 2400 elseif time < 2.5 then -2400 else 2400;
  Boolean taut(start = false, fixed = true);
equation
  der(x1) = v1;
  der(x2) = v2;
  m1*der(v1) = drive - F;
  m2*der(v2) = F;
  taut = if pre(taut) then F >= 0 else x1 - x2 > L;
  if taut then
    x1 - x2 = L;
  else
    F = 0;
  end if;
  annotation(experiment(StopTime = 4));
end TowRope;
