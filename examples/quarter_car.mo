model QuarterCar "A quarter of a car on a measured road"
  // The road is an input: samples of its height over time at 20 m/s, with a kerb at 1.5 s.
  //   saltus run examples/quarter_car.mo --input road=examples/road.csv:height --plot --vars-plot body,wheel,road
  // The wheel follows every bump, the body hardly moves; the tyre leaves the road behind the kerb (force = 0).
  input Real road(unit = "m") "height of the road under the wheel";
  parameter Real m(unit = "kg") = 290 "body";
  parameter Real u(unit = "kg") = 40 "wheel and axle";
  parameter Real k(unit = "N/m") = 16000 "spring";
  parameter Real d(unit = "N.s/m") = 1200 "damper";
  parameter Real tyre(unit = "N/m") = 160000 "stiffness of the tyre";
  constant Real g(unit = "m/s2") = 9.81;
  Real body(start = 0, fixed = true, unit = "m") "from its place at rest";
  Real wheel(start = 0, fixed = true, unit = "m") "from its place at rest";
  Real v(start = 0, fixed = true, unit = "m/s"), w(start = 0, fixed = true, unit = "m/s");
  Real suspension(unit = "N") "on the body, beside its weight";
  output Real force(unit = "N") "between tyre and road";
equation
  der(body) = v;
  der(wheel) = w;
  suspension = k*(wheel - body) + d*(w - v);
  force = max(0, tyre*(road - wheel) + (m + u)*g);
  m*der(v) = suspension;
  u*der(w) = force - (m + u)*g - suspension;
  annotation(experiment(StopTime = 4, Interval = 0.002));
end QuarterCar;
