// A counter of flip-flops (E340): each turns over when the one before it falls, in the same pass. The falling bit is
// read through an equation (a gain, an offset), so conditions over it must see the value of the pass. Closed form:
// after n ticks the bits are those of n.
//! class Ripple
//! run --stop 20.5
//| bits = lambda n: [n >> k & 1 for k in range(3)]
//! value [[right('q0', n), right('q1', n), right('q2', n)] for n in range(1, 21)] = [bits(n) for n in range(1, 21)]
//! message none
//! class Routed
// the activation goes one way or the other by what the pass itself makes of a number
//! run --stop 10.5
//! value [right('up', n) for n in range(1, 11)] = [n - n//2 for n in range(1, 11)]
//! value [right('down', n) for n in range(1, 11)] = [n//2 for n in range(1, 11)]
//! class Chain
// blocks of Xcos: each holds its bit in a delay around a truth table, and the next one reads it through a gain
//! run --stop 16.5
//! value [right('a.q[1,1]', n) for n in range(1, 17)] = [(n + 1)//2 % 2 for n in range(1, 17)]
//! value [right('b.q[1,1]', n) for n in range(1, 17)] = [(n + 1)//4 % 2 for n in range(1, 17)]
//! class Latched
// a loop of a Boolean and a Real beside an activation still settles: latches open it
//! run --stop 5.5
//! value [right('x', n) for n in range(1, 6)] = [0.2, 0.2, 0.8, 0.8, 0.8]

model Ripple
  import Saltus.Xcos.Events.Edge;
  parameter Real gain = 2;
  parameter Real offset = 0.5;
  Saltus.Diagrams.Activations.SampleClock c(period = 1, offset = 1);
  Real q0(start = 0, fixed = true), q1(start = 0, fixed = true), q2(start = 0, fixed = true);
  Real s0 = gain*q0 - offset, s1 = gain*q1 - offset;
  Edge d0(edge = -1, e = activation(q0), u = [s0]);
  Edge d1(edge = -1, e = activation(q1), u = [s1]);
equation
  when c.o then
    q0 = 1 - pre(q0);
  end when;
  when d0.o then
    q1 = 1 - pre(q1);
  end when;
  when d1.o then
    q2 = 1 - pre(q2);
  end when;
end Ripple;

model Routed
  Saltus.Diagrams.Activations.SampleClock c(period = 1, offset = 1);
  Real sign(start = -1, fixed = true), level = 3*sign;
  Integer up(start = 0, fixed = true), down(start = 0, fixed = true);
equation
  when c.o then
    sign = -pre(sign);
  end when;
  when c.o and level > 0 then
    up = pre(up) + 1;
  end when;
  when c.o and not level > 0 then
    down = pre(down) + 1;
  end when;
end Routed;

model Chain
  import Saltus.Xcos.*;
  block Bit
    Interfaces.SignalIn clk[1, 1];
    Discrete.Delay d(z0 = [0], e = activation(d.u[1, 1]));
    Events.Edge g(edge = -1, e = activation(g.u[1, 1]));
    Logic.HeldTruthTable l(t = [1; 0], k = 1);
    Interfaces.SignalOut q[1, 1];
  equation
    connect(clk, g.u);
    connect(g.o, l.e);
    connect(l.y[1, :, :], d.u);
    connect(d.y, l.u[1, :, :]);
    connect(l.y[1, :, :], q);
  end Bit;
  Sources.Square s;
  Events.SampleClock c(period = 1, offset = 0);
  Bit a, b;
  Mathematics.Gain v(k = 2);
equation
  connect(c.o, s.e);
  connect(s.y, a.clk);
  connect(a.q, v.u);
  connect(v.y, b.clk);
end Chain;

model Latched
  Saltus.Diagrams.Activations.SampleClock c(period = 1, offset = 1);
  Real q(start = 0, fixed = true), x;
  Boolean b(start = false);
equation
  when c.o then
    q = pre(q) + 1;
  end when;
  b = x > 0.5;
  x = if b then 0.8 elseif q > 2.5 then 0.6 else 0.2;
end Latched;
