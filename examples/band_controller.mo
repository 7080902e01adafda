// A converter keeps the current of a coil within a narrow band around a sine.
//
// The switch turns whenever the current leaves the band: almost three thousand times in a period of the reference. A
// simulator that looks for events only at the ends of its steps loses some of them, and the current escapes. Here it
// never does.
model BandController "Hysteresis control of a current"
  parameter Real V(unit = "V") = 300 "supply";
  parameter Real E(unit = "V") = 100 "amplitude of the mains";
  parameter Real L(unit = "H") = 5e-3;
  parameter Real band(unit = "A") = 0.2 "half width";
  parameter Real amplitude(unit = "A") = 10;
  constant Real w = 2*3.141592653589793*50;
  Real reference(unit = "A") = amplitude*sin(w*time);
  Real i(start = 0, fixed = true, unit = "A");
  Real error(unit = "A") = reference - i;
  Boolean up(start = true, fixed = true) "the supply is switched to plus";
  Integer switchings(start = 0, fixed = true);
equation
  L*der(i) = (if up then V else -V) - E*sin(w*time);
  up = error > band or pre(up) and not error < -band;
  when change(up) then
    switchings = pre(switchings) + 1;
  end when;
  annotation(experiment(StopTime = 0.04, Interval = 2e-5));
end BandController;
