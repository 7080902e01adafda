// A bus is connected to a connector that is none.
//! error M0473 23:3
//! says expandable
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
connector C
  Real known;
  flow Real f;
end C;
model M
  Bus a;
  C c;
equation
  connect(a, c);
end M;
