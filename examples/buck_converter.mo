// A voltage converter with a small load. In each period of its ramp the transistor feeds the coil, then the current of
// the coil flows through the diode, and then the current ends before the next period begins. From this moment the
// current is no longer a state: the diode blocks, and il = 0 is an equation. Two states become one, and become two
// again when the transistor closes.
//
// The transistor conducts while the ramp is above the amplified error, Q > 0. After 0.02 s the voltage stays between
// 12.03 and 12.15 V and the current reaches 0.0985 A. With the larger load R = 22 (-p R=22) the current no longer ends,
// and two modes alternate. The circuit is that of Fossas and Olivar (1996); with -p R=22 -p E=33 it is chaotic.
//
// `saltus run examples/buck_converter.mo --profile` shows the table of modes: a new mode costs about half a millisecond
// to analyse and compile, an entry into a known mode costs less than a microsecond.
model BuckConverter "Three modes, one with a state less"
  parameter Real R(unit = "Ohm") = 300 "load";
  parameter Real C(unit = "F") = 47e-6;
  parameter Real L(unit = "H") = 20e-3;
  parameter Real E(unit = "V") = 24 "input";
  parameter Real Vref(unit = "V") = 11.3;
  parameter Real gain = 8.4;
  parameter Real low(unit = "V") = 3.8, high(unit = "V") = 8.2 "of the ramp";
  parameter Real T(unit = "s") = 400e-6 "period of the ramp";
  Real vo(start = 12, fixed = true, unit = "V") "output voltage";
  Real il(start = 0, fixed = true, unit = "A") "current of the coil";
  Real Q(unit = "V") = low + (high - low)*mod(time, T)/T - gain*(vo - Vref);
equation
  R*C*der(vo) = R*il - vo;
  if Q > 0 then
    L*der(il) = E - vo;
  elseif il > 0 then
    L*der(il) = -vo;
  else
    il = 0;
  end if;
  annotation(experiment(StopTime = 0.004, Tolerance = 1e-7));
end BuckConverter;
