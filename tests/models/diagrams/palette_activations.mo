// More blocks of Saltus.Diagrams.Activations: times and numbers are counted by hand.
//! class Meetings
//! run --stop 6.5
// clocks of one domain meet each sixth second; events that only have the same time do not
//! changes both.n = [0, 6]
//! final never.n = 0
// a comes at 0, 2, 4, 6, b at 0, 3, 6: together at 0, 3 (a at 2), 6 (a at 4 and b at 6); and c at 0.5, 2.5, 4.5
//! changes all.n = [0, 3, 6]
//! changes three.n = [0.5, 3, 6]
//! value [right('code.y', t) for t in (0, 2, 3, 4, 6)] = [3, 1, 2, 1, 3]
//! class Edges
//! run --stop 13 --tol 1e-11
//! changes up.n = [3*pi/2, 7*pi/2] +- 1e-8
//! changes down.n = [pi/2, 5*pi/2] +- 1e-8
//! changes any.n = [pi/2, 3*pi/2, 5*pi/2, 7*pi/2] +- 1e-8
// cos(t), looked at each second
//| sign = [cos(k) > 0 for k in range(14)]
//! changes sampled_up.n = [k for k in range(1, 13) if sign[k] and not sign[k - 1]]
//! changes sampled_any.n = [k for k in range(1, 13) if sign[k] != sign[k - 1]]
//! class Conditions
//! run --stop 5.5
//! changes first.n = [4, 5]
//! changes second.n = [0, 1]
//! changes none.n = [2, 3]
model Meetings
  import Saltus.Diagrams.Activations.*;
  SampleClock a(period = 2), b(period = 3);
  EventClock x(period = 2), y(period = 3), c(period = 2, offset = 0.5);
  ActivationIntersection meet, miss;
  AndActivations two, three_(n = 3);
  EventToCode code;
  Counter both, never, all, three;
equation
  connect(a.o, meet.e[1]);
  connect(b.o, meet.e[2]);
  connect(meet.o, both.e);
  connect(x.o, miss.e[1]);
  connect(y.o, miss.e[2]);
  connect(miss.o, never.e);
  connect(a.o, two.e[1]);
  connect(b.o, two.e[2]);
  connect(two.o, all.e);
  connect(a.o, three_.e[1]);
  connect(b.o, three_.e[2]);
  connect(c.o, three_.e[3]);
  connect(three_.o, three.e);
  connect(a.o, code.e[1]);
  connect(b.o, code.e[2]);
end Meetings;

model Edges
  import Saltus.Diagrams.Activations.*;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  EdgeTrigger rises(u = x), falls(u = x, edge = Edge.falling), turns(u = x, edge = Edge.both);
  SampleClock k;
  DiscrEdgeTrigger rose(u = x), turned(u = x, edge = Edge.both);
  Counter up, down, any, sampled_up, sampled_any;
equation
  der(x) = v;
  der(v) = -x;
  connect(rises.o, up.e);
  connect(falls.o, down.e);
  connect(turns.o, any.e);
  connect(k.o, rose.e);
  connect(k.o, turned.e);
  connect(rose.o, sampled_up.e);
  connect(turned.o, sampled_any.e);
end Edges;

model Conditions
  import Saltus.Diagrams.Activations.*;
  parameter Real limit = 3.5;
  SampleClock k;
  IfExpressions choice(n = 1, expression = "[u1 > limit; u1 < 1.5]", u1 = time);
  Counter first, second, none;
equation
  connect(k.o, choice.e);
  connect(choice.o[1], first.e);
  connect(choice.o[2], second.e);
  connect(choice.o[3], none.e);
end Conditions;
