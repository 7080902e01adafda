within Spice;
model IdealDiode "D with RON, ROFF or VFWD: a diode of straight lines, as LTspice has it"
  extends Interfaces.TwoTerminal;
  extends Interfaces.Tempered;
  parameter Real AREA = 1 "area factor";
  parameter Real MULT = 1 "devices in parallel";
  parameter Boolean OFF = false "it has no operating point to guess";
  parameter Real IC = 0 "it stores nothing";
  parameter Boolean UIC = false;
  parameter Real GMIN = 0 "the limits of junctions do not count";
  parameter Real ILIM = 0;
  parameter Real RON = 1 "resistance that conducts, ohm";
  parameter Real ROFF = 1e12 "resistance that blocks, ohm";
  parameter Real VFWD = 0 "voltage from which it conducts, V";
  parameter Real VREV = notGiven "voltage from which it breaks down, V, positive";
  parameter Real RREV = RON "resistance in breakdown, ohm";
protected
  final parameter Real a = AREA*MULT;
  final parameter Real knee = VFWD/(1 - RON/ROFF) "where the lines cross";
  final parameter Real low = -VREV/(1 - RREV/ROFF);
equation
  i = a*(if v > knee then (v - VFWD)/RON elseif v < low then (v + VREV)/RREV else v/ROFF);
end IdealDiode;
