// An element of the bus that nothing is connected to is read, and one that is not declared.
//! error M0475 22:9
//! says nothing is connected
//! error M0475 23:9
//! says is not declared
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
  Give g;
  Real x, y;
equation
  x = a.known;
  y = a.added;
  connect(g.y, a.added);
end M;
