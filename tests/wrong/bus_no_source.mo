// A signal is read from the bus, and nobody gives it.
//! error M0472 19:3
//! says connect an output
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
  Bus a;
  Take t;
equation
  connect(a.x, t.u);
end M;
