// A flow variable in a bus.
//! error M0241 16:13
//! says flow
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
expandable connector Flowing
  flow Real i;
end Flowing;
model M
  Flowing f;
end M;
