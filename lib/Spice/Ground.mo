within Spice;
model Ground "Node 0"
  Interfaces.Pin p;
equation
  p.v = 0;
end Ground;
