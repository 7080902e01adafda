within Spice;
model Copies "One node of M equal subcircuits in parallel, of which one is there"
  parameter Real M = 1 "number of copies";
  Interfaces.Pin all "of the circuit";
  Interfaces.Pin one "of the one subcircuit";
equation
  one.v = all.v;
  all.i + M*one.i = 0;
end Copies;
