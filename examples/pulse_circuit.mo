// Two coils and a capacitor, driven by a pulse, with states that are quantised.
//
// A source of 10 V is on for half of each 2.5 s. Behind 1 mOhm a coil of 500 H lies beside a coil of 2000 H in series
// with a capacitor of 10 F, which has 1000 Ohm beside it. Flux and charge are the states: what is stored. With
// `--solver qss1 --quantum 2e-4` each of them has steps of 2e-4 of its own, and no two have to be at the same time.
// The flux of the first coil rises by almost 12.5 Vs in each pulse and stays in between.
model PulseCircuit "Coils and a capacitor behind a pulse"
  parameter Real L1(unit = "H") = 500, L2(unit = "H") = 2000, C(unit = "F") = 10;
  parameter Real R1(unit = "Ohm") = 0.001, R2(unit = "Ohm") = 1000;
  parameter Real period(unit = "s") = 2.5;
  Real p1(start = 0, fixed = true, unit = "Wb") "flux of the first coil";
  Real p2(start = 0, fixed = true, unit = "Wb") "flux of the second coil";
  Real q(start = 0, fixed = true, unit = "C") "charge of the capacitor";
  Boolean on(start = true, fixed = true) "the pulse";
  Real u(unit = "V") = if on then 10 else 0 "source";
  Real i1(unit = "A") = p1/L1, i2(unit = "A") = p2/L2;
  Real v(unit = "V") = u - R1*(i1 + i2) "behind the source";
  Real vc(unit = "V") = q/C "capacitor";
equation
  when sample(period/2, period/2) then
    on = not pre(on);
  end when;
  der(p1) = v;
  der(p2) = v - vc;
  der(q) = i2 - vc/R2;
  annotation(experiment(StopTime = 60));
end PulseCircuit;
