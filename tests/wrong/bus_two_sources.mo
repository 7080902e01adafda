// Two outputs give the same signal of a bus, from two components.
//! error M0427 18:3
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
model Part
  Bus bus;
  Give g;
equation
  connect(g.y, bus.x);
end Part;
model M
  Bus bus;
  Part p, q;
equation
  connect(bus, p.bus);
  connect(bus, q.bus);
end M;
