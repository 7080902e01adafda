// A Boolean meets a Real of the bus.
//! error M0430 22:3
connector RealInput = input Real;
connector RealOutput = output Real;
block Give
  RealOutput y = time;
end Give;
block Take
  RealInput u;
end Take;
expandable connector Bus
  Real known;
end Bus;
connector BooleanOutput = output Boolean;
block Flag
  BooleanOutput y = true;
end Flag;
model M
  Bus a;
  Flag f;
equation
  connect(f.y, a.known);
end M;
