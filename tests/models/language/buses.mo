// Expandable connectors: what is in them follows from the connections (specification 3.6, 9.1.3).
//! class Car
//! run --stop 2
// two sensors, a controller that reads both through three buses and a nested one, an actuator
//! car.actuator.u = 3*t + 10 +- 1e-12
//! car.watch = t +- 1e-12
//! final car.bus.engine.speed = 2
//! final car.bus.engine.on = True
//! check "car.bus.never" not in final and "car.bus.engine.spare" not in final
//! class Arrays
//! run --stop 1
// elements by number, whole arrays, ranges, and an array of unknown size
//! final sum3.y = 1 + 2 + 3
//! final part.u[2] = 3
//! final bus.x[1] = 1
//! final bus.y[2] = 0
//! final bus.y[4] = 7
//! final second.u = 7
//! final bus.open[3] = 3
//! class Pins
//! run --stop 1
// a connector with a flow in a bus: 10 V over 2 and 3 Ohm
//! final source.i = -2 +- 1e-12
//! final drop.v = 4 +- 1e-12
//! class Loop
//! run --stop 1
// connections in a for and in an if, to arrays of components; a conditional component takes its connection with it
//! final all.u[3] = 9
//! final all.u[1] = 1
//! final picked.u = 4
//! class Inner
//! run --stop 1
// one bus for everybody: inner and outer
//! final listener.reader.u = 5
//! class Disjoint
//! run --stop 1
// buses of different classes, each with a variable of its own, share both
//! final r1.u = 2
//! final r2.u = 1
//! final direct = 1
connector RealInput = input Real;
connector RealOutput = output Real;
connector BooleanOutput = output Boolean;
connector Pin
  Real v;
  flow Real i;
end Pin;

expandable connector EngineBus
  Real speed;
  Real spare "is connected to nothing, so it is not there";
end EngineBus;

expandable connector Bus
  EngineBus engine;
  Real never;
end Bus;

expandable connector Empty
end Empty;

block Give
  parameter Real k = 1, c = 0;
  RealOutput y = k*time + c;
end Give;

block Flag
  BooleanOutput y = true;
end Flag;

block Take
  RealInput u;
end Take;

block TakeThree
  RealInput u[3];
end TakeThree;

model Engine
  EngineBus bus;
  Give speed, load(k = 2, c = 10);
  Flag on;
equation
  connect(speed.y, bus.speed);
  connect(load.y, bus.load);
  connect(on.y, bus.on);
end Engine;

block Add
  RealInput a, b;
  RealOutput y = a + b;
end Add;

model Controller
  Bus bus;
  Add add;
equation
  connect(bus.engine.speed, add.a);
  connect(bus.engine.load, add.b);
  connect(add.y, bus.engine.throttle);
end Controller;

model Plant
  Bus bus;
  Engine engine;
  Controller control;
  Take actuator;
  Real watch = bus.engine.speed;
equation
  connect(bus.engine, engine.bus);
  connect(bus, control.bus);
  connect(bus.engine.throttle, actuator.u);
end Plant;

model Car
  Plant car;
end Car;

block Sum3
  RealInput u[3];
  RealOutput y = sum(u);
end Sum3;

block TakeTwo
  RealInput u[2];
end TakeTwo;

expandable connector Sized
  Real open[:];
end Sized;

model Arrays
  Sized bus;
  Give a(k = 0, c = 1), b(k = 0, c = 2), d(k = 0, c = 3), e(k = 0, c = 7);
  Sum3 sum3;
  TakeTwo part;
  Take second;
  TakeThree reader;
equation
  connect(a.y, bus.x[1]);
  connect(bus.x[2], b.y);
  connect(d.y, bus.x[3]);
  connect(bus.x, sum3.u);
  connect(bus.x[2:3], part.u);
  connect(e.y, bus.y[4]);
  connect(bus.y[4], second.u);
  connect(bus.x, bus.open);
  connect(bus.open, reader.u);
end Arrays;

model Battery
  Pin p, n;
  Real i = p.i;
equation
  p.v - n.v = 10;
  p.i + n.i = 0;
end Battery;

model Resistor
  parameter Real R = 1;
  Pin p, n;
  Real v = p.v - n.v;
equation
  v = R*p.i;
  p.i + n.i = 0;
end Resistor;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Pins
  Empty bus;
  Battery source;
  Resistor drop(R = 2), other(R = 3);
  Ground ground;
equation
  connect(source.p, bus.plus);
  connect(bus.plus, drop.p);
  connect(drop.n, other.p);
  connect(other.n, bus.minus);
  connect(source.n, bus.minus);
  connect(ground.p, bus.minus);
end Pins;

model Loop
  parameter Boolean other = false, some = true;
  Empty bus;
  Give g[3](each k = 0, c = {1, 4, 9});
  Give never if other;
  TakeThree all;
  Take picked;
equation
  for i in 1:3 loop
    connect(g[i].y, bus.x[i]);
  end for;
  connect(bus.x, all.u);
  if some then
    connect(bus.x[2], picked.u);
  else
    connect(bus.unknown, picked.u);
  end if;
  connect(never.y, bus.never);
end Loop;

model Inner
  model Speaker
    outer Empty bus;
    Give g(k = 0, c = 5);
  equation
    connect(g.y, bus.word);
  end Speaker;
  model Listener
    outer Empty bus;
    Take reader;
  equation
    connect(bus.word, reader.u);
  end Listener;
  inner Empty bus;
  Speaker speaker;
  Listener listener;
end Inner;

model Disjoint
  expandable connector One
    Real x;
  end One;
  expandable connector Other
    Real y;
  end Other;
  One one;
  Other other;
  Give g1(k = 0, c = 1), g2(k = 0, c = 2);
  Take r1, r2;
  Real direct = one.x;
equation
  connect(one, other);
  connect(g1.y, one.x);
  connect(g2.y, other.y);
  connect(one.y, r1.u);
  connect(other.x, r2.u);
end Disjoint;
