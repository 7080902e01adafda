// Mixing in connection sets of streams, against sums by hand (specification 3.6, 15.2).
//! class Three
//! run --stop 1
// 1 kg/s with h = 2, 2 with 5 and 3 with 10 come together, 6 leave: (2 + 10 + 30)/6
//! final out.h_in = 7 +- 1e-12
// towards a source the others mix, and what the sink would give back does not count while it takes
//! final a.h_in = (10 + 30)/5 +- 1e-12
//! final b.h_in = (2 + 30)/4 +- 1e-12
//! final c.h_in = (2 + 10)/3 +- 1e-12
//! final actual = 7 +- 1e-12
//! final product = 6*7 +- 1e-12
//! class Nested
//! run --stop 1
// the same three, one of them and the junction inside of a component, so that two of its connectors are seen from
// within
//! final out.h_in = 7 +- 1e-12
//! final box.a.h_outflow = (10 + 30)/5 +- 1e-12
//! final box.b.h_outflow = (2 + 30)/4 +- 1e-12
//! final box.out.h_outflow = 7 +- 1e-12
//! final box.inside.h_in = (2 + 10)/3 +- 1e-12
//! class NoFlow
//! run --stop 1
// at no flow at all the mean, and what can never come back is left out (min = 0)
//! final a.h_in = (5 + 10)/2 +- 1e-12
//! final b.h_in = (2 + 10)/2 +- 1e-12
//! final valve.h_in = (2 + 5 + 10)/3 +- 1e-12
//! class OneWay
//! run --stop 1
// two of three only ever take: the third has nobody that could give it anything but itself; between two connectors the
// limits do not count
//! final c.h_in = 10
//! final a.h_in = 10
//! final b.h_in = 10
//! final p.h_in = 4
//! class Open
//! run --stop 1
// a connector that nothing is connected to gets back what it gives; one that is passed through twice gives what is
// behind
//! final alone.h_in = 2
//! final first.h_in = 6
//! final wrap.port.h_outflow = 5
//! final wrap.part.s.h_in = 6
//! class Small
//! run --stop 1
// flows are weights however small they are, down to 1e-12: (1*2 + 3*6)/4; with a nominal flow, those below 1e-7 of it
// count as none: (2 + 6)/2
//! final normal.out.h_in = 5 +- 1e-12
//! final small.out.h_in = 5 +- 1e-12
//! final tiny.out.h_in = 5 +- 1e-12
//! final rated.out.h_in = 5 +- 1e-12
//! final none.out.h_in = 4 +- 1e-6
//! class Tanks
//! run --stop 3e9 --solver {auto,rodas,cvode}
// three tanks, a junction, and flows of at most 1e-9: mass and energy are kept
//! mass = 6 +- 1e-9
//! energy = 1*10 + 2*100 + 3*50 +- 2e-4
//! final a.M = 2 - exp(-3) +- 1e-5
connector Port
  Real p;
  flow Real m_flow;
  stream Real h_outflow;
end Port;

model Source "gives m with h; takes if m is negative"
  parameter Real m = 0, h = 0;
  Port port;
  Real h_in;
equation
  port.m_flow = -m;
  port.h_outflow = h;
  h_in = inStream(port.h_outflow);
end Source;

model Sink "takes what comes"
  parameter Real h = 100;
  Port port;
  Real h_in = inStream(port.h_outflow);
equation
  port.p = 1;
  port.h_outflow = h;
end Sink;

model Three
  Source a(m = 1, h = 2), b(m = 2, h = 5), c(m = 3, h = 10);
  Sink out;
  Real actual = actualStream(out.port.h_outflow);
  Real product = out.port.m_flow*actualStream(out.port.h_outflow);
equation
  connect(a.port, b.port);
  connect(b.port, c.port);
  connect(c.port, out.port);
end Three;

model Junction
  Port a, b, out;
  Source inside(m = 3, h = 10);
equation
  connect(a, b);
  connect(inside.port, a);
  connect(b, out);
end Junction;

model Nested
  Source a(m = 1, h = 2), b(m = 2, h = 5);
  Junction box;
  Sink out;
equation
  connect(a.port, box.a);
  connect(b.port, box.b);
  connect(box.out, out.port);
end Nested;

model NoFlow
  Source a(h = 2), b(h = 5), c(h = 10);
  Sink valve(h = 1000, port(m_flow(min = 0)));
equation
  connect(a.port, b.port);
  connect(b.port, c.port);
  connect(c.port, valve.port);
end NoFlow;

model OneWay
  parameter Boolean reversal = false;
  Source a(h = 2, port(m_flow(min = if reversal then -1e60 else 0))), b(h = 5, port(m_flow(min = 0)));
  Sink c(h = 10);
  Source p(h = 3, port(m_flow(min = 0)));
  Sink q(h = 4, port(m_flow(min = 0)));
equation
  connect(a.port, b.port);
  connect(b.port, c.port);
  connect(p.port, q.port);
end OneWay;

model Wrap
  model Inner
    Port port;
    Source s(h = 5);
  equation
    connect(port, s.port);
  end Inner;
  Port port;
  Inner part;
equation
  connect(part.port, port);
end Wrap;

model Open
  Sink alone(h = 2);
  Source first(h = 5);
  Sink around(h = 6);
  Wrap wrap;
  Sink behind(h = 6);
equation
  connect(first.port, around.port);
  connect(wrap.port, behind.port);
end Open;

model Pair
  parameter Real m = 1;
  Source a(m = m, h = 2), b(m = 3*m, h = 6);
  Sink out;
equation
  connect(a.port, b.port);
  connect(b.port, out.port);
end Pair;

model Small
  Pair normal, small(m = 1e-8), tiny(m = 1e-12);
  Pair rated(m = 1e-18, a(port(m_flow(nominal = 1e-15)))), none(m = 1e-18, a(port(m_flow(nominal = 1e-3))));
end Small;

model Tank
  parameter Real M0, h0;
  Port port;
  Real M(start = M0, fixed = true), U(start = M0*h0, fixed = true);
equation
  port.p = M;
  port.h_outflow = U/M;
  der(M) = port.m_flow;
  der(U) = port.m_flow*actualStream(port.h_outflow);
end Tank;

model Resistance
  Port port_a, port_b;
equation
  port_a.m_flow + port_b.m_flow = 0;
  port_a.m_flow = 1e-9*(port_a.p - port_b.p);
  port_a.h_outflow = inStream(port_b.h_outflow);
  port_b.h_outflow = inStream(port_a.h_outflow);
end Resistance;

model Tanks
  Tank a(M0 = 1, h0 = 10), b(M0 = 2, h0 = 100), c(M0 = 3, h0 = 50);
  Resistance r[3];
  Real mass = a.M + b.M + c.M, energy = a.U + b.U + c.U;
equation
  connect(a.port, r[1].port_a);
  connect(b.port, r[2].port_a);
  connect(c.port, r[3].port_a);
  connect(r[1].port_b, r[2].port_b);
  connect(r[2].port_b, r[3].port_b);
end Tanks;
