// A value for an element of a bus.
//! error M0474 15:9
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
model M
  Bus a(known = 1);
  Take t;
equation
  connect(a.known, t.u);
end M;
