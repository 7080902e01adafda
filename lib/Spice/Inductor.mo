within Spice;
model Inductor "L: inductance, with temperature"
  extends Interfaces.TwoTerminal;
  extends Interfaces.Tempered;
  parameter Real L = 0 "value at TNOM, H";
  parameter Real MULT = 1 "devices in parallel";
  parameter Real SCALE = 1 "factor of the value";
  parameter Real IC = 0 "current at the start, A";
  parameter Boolean UIC = false "start at IC";
  parameter Real TC1 = 0 "1/K";
  parameter Real TC2 = 0 "1/K^2";
  final parameter Real value = L*SCALE/MULT*(1 + TC1*dT + TC2*dT^2) "inductance at the temperature of the device, H";
  Real phi(stateSelect = StateSelect.prefer, nominal = max(abs(value)*1e-3, 1e-18)) "flux, V s";
protected
  final parameter Real dT = T - Tn;
equation
  phi = value*i;
  v = if initial() then (if UIC then (phi - value*IC)/instant else 0) else der(phi);
end Inductor;
