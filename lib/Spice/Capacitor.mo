within Spice;
model Capacitor "C: capacitance by value or by geometry, with temperature"
  extends Interfaces.TwoTerminal;
  extends Interfaces.Tempered;
  parameter Real C = notGiven "value at TNOM, F; it wins over the geometry";
  parameter Boolean C_given = C < 0.9*notGiven;
  parameter Real MULT = 1 "devices in parallel";
  parameter Real SCALE = 1 "factor of the value";
  parameter Real IC = 0 "voltage at the start, V";
  parameter Boolean UIC = false "start at IC";
  parameter Real L = 0 "length, m";
  parameter Real W = DEFW "width, m";
  parameter Real CJ = 0 "bottom, F/m^2";
  parameter Real CJSW = 0 "sidewall, F/m";
  parameter Real DEFW = 10e-6 "width if none is given, m";
  parameter Real NARROW = 0 "side etching, m";
  parameter Real SHORT = 0 "shortening of the length, m";
  parameter Real TC1 = 0 "1/K";
  parameter Real TC2 = 0 "1/K^2";
  final parameter Real value = (if C_given then C else CJ*(L - SHORT)*(W - NARROW)
    + 2*CJSW*(L - SHORT + W - NARROW))*SCALE*MULT*(1 + TC1*dT + TC2*dT^2)
    "capacitance at the temperature of the device, F";
  Real q(stateSelect = StateSelect.prefer, nominal = max(abs(value), 1e-18)) "charge, C";
protected
  final parameter Real dT = T - Tn;
equation
  q = value*(p.v - n.v);
  i = if initial() then (if UIC then (q - value*IC)/instant else 0) else der(q);
end Capacitor;
