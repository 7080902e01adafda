// Neither side of a connection between two buses is declared anywhere.
//! error M0471 19:13
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
  Bus a, b;
  Give g;
equation
  connect(g.y, a.known);
  connect(a.x, b.x);
end M;
