within Spice;
model Resistor "R: resistance by value or by geometry, with temperature"
  extends Interfaces.TwoTerminal;
  extends Interfaces.Tempered;
  parameter Real R = notGiven "value at TNOM, ohm; it wins over the geometry";
  parameter Boolean R_given = R < 0.9*notGiven;
  parameter Real MULT = 1 "devices in parallel";
  parameter Real SCALE = 1 "factor of the value";
  parameter Real L = 0 "length, m";
  parameter Real W = DEFW "width, m";
  parameter Real RSH = 0 "sheet resistance, ohm";
  parameter Real DEFW = 10e-6 "width if none is given, m";
  parameter Real DEFL = 10e-6 "length if none is given, m";
  parameter Real NARROW = 0 "side etching of the width, m";
  parameter Real SHORT = 0 "shortening of the length, m";
  parameter Real TC1 = 0 "1/K";
  parameter Real TC2 = 0 "1/K^2";
  parameter Real TCE = notGiven "exponential coefficient: 1.01^(TCE*dT) instead of TC1 and TC2";
  parameter Boolean TCE_given = TCE < 0.9*notGiven;
  parameter Real KF = 0 "flicker noise: coefficient";
  parameter Real AF = 0 "flicker noise: exponent";
  final parameter Real value = nominal*SCALE/MULT*(if TCE_given then 1.01^(TCE*dT) else 1 + TC1*dT + TC2*dT^2)
    "resistance at the temperature of the device, ohm";
protected
  final parameter Real dT = T - Tn;
  final parameter Real nominal = if R_given then R elseif RSH > 0 and L > 0 then RSH*(L - SHORT)/(W - NARROW) else 1000;
equation
  v = value*i;
end Resistor;
