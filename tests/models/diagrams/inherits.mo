// Blocks that inherit the activation of their inputs (E515, E1.11): what is inherited equals what is drawn.
//! class Drawn
//! run --stop 12.5
// the counters at 0, 2, 4, ... and 0, 3, 6, ...; their sum before, and the one that has changed last
//! changes late.y = [3, 4, 6, 8, 9, 10, 12]
//! value [right('late.y', t) for t in (3, 4, 6, 8, 9, 10, 12)] = [1, 2, 3, 5, 6, 7, 8]
//! value [right('last.y', t) for t in (0, 2, 3, 4, 6, 8, 9, 12)] = [50, 1, 51, 2, 52, 4, 53, 54]
//! value max(abs(a - b) for a, b in zip(col('late.y'), col('late2.y'))) = 0
//! value max(abs(a - b) for a, b in zip(col('last.y'), col('last2.y'))) = 0
//! message none
//! class Loop
//! run --stop 5.5
// 0 + 1 + 2 + ... by a delay that inherits the activation of the loop it stands in
//! value [right('s.y', t) for t in (0, 1, 2, 3, 4, 5)] = [0, 1, 3, 6, 10, 15]
//! final ring.y = 6
//! message none
//! class Sampled
//! run --stop 2.2
// the period is inherited, too: 1 - exp(-t) at the instants, of a step that is held
//! value [right('d.y[1]', t) - 1 + exp(-t) for t in (0.5, 1, 1.5, 2)] = [0, 0, 0, 0] +- 1e-14
//! message none
//! class Records
//! run --stop 6.5
// an array and a record: the union of all their numbers
//! final n = 4
//! final m = 3
//! message none
//! class Unheard
//! run --stop 1
//! message S0720 nothing activates 'h', so it never acts
//! final h.y = 0

model Drawn
  import Saltus.Diagrams.*;
  Activations.SampleClock a(period = 2), b(period = 3);
  Activations.EventUnion both;
  Sources.Counter k(low = 0, high = 100), l(low = 50, high = 100), m(low = 0, high = 100);
  Types.IntegerSum sum;
  Discrete.DiscreteDelay late(inherits = true), late2;
  Discrete.SelectInput last(inherits = true), last2;
equation
  connect(a.o, k.e);
  connect(b.o, l.e);
  connect(b.o, m.e);
  connect(k.y, sum.u[1]);
  connect(m.y, sum.u[2]);
  connect(sum.y, late.u);
  connect(sum.y, late2.u);
  connect(a.o, both.e[1]);
  connect(b.o, both.e[2]);
  connect(both.o, late2.e);
  connect(k.y, last.u[1]);
  connect(l.y, last.u[2]);
  connect(k.y, last2.u[1]);
  connect(l.y, last2.u[2]);
  connect(a.o, last2.e[1]);
  connect(b.o, last2.e[2]);
end Drawn;

model Loop
  import Saltus.Diagrams.*;
  Activations.SampleClock c(period = 1);
  Sources.Counter k(low = 0, high = 100);
  Types.IntegerToReal r;
  Math.Sum s;
  Discrete.DiscreteDelay d(inherits = true);
  // a loop through the block that shows the activation: three counters that count the same instants
  Activations.ExtractActivation x;
  Discrete.Accumulator ring(u = 1 + 0*r.y);
equation
  connect(c.o, k.e);
  connect(k.y, r.u);
  connect(r.y, s.u[1]);
  connect(d.y, s.u[2]);
  connect(s.y, d.u);
  connect(d.y, x.u);
  connect(x.o, ring.e);
end Loop;

model Sampled
  import Saltus.Diagrams.*;
  Activations.SampleClock c(period = 0.5);
  Discrete.SampleHold h(u = 1);
  Discrete.SampledData d(inherits = true, A = [-1], B = [1], C = [1], D = [0]);
equation
  connect(c.o, h.e);
  connect(h.y, d.u[1]);
end Sampled;

model Records
  record Pair
    Real a, b;
  end Pair;
  Activation e = Activation(3), f = Activation(4), all = activation(v), of = activation(p);
  discrete Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Real v[2] = {x, 2*y};
  Pair p = Pair(1, x);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when e then
    x = time;
  end when;
  when f then
    y = time;
  end when;
  when all then
    n = pre(n) + 1;
  end when;
  when of then
    m = pre(m) + 1;
  end when;
end Records;

model Unheard
  Saltus.Diagrams.Discrete.SampleHold h(u = time);
end Unheard;
