// Queues made of blocks. A single server with exponential gaps and services (mean number in the system a/(s - a), empty
// for 1 - a/s of the time); the same with constant service time (Pollaczek and Khinchine); two of them joined by a road
// with a travel time for each car, on which cars overtake: cars are conserved. Random gaps alone (E1.2): Process; the
// queue (E1.3): Queue, Constant; the road (E1.4): Traffic.
//! class Process
// a Poisson process: so many events in T as T/mean, within four standard deviations; the law of the gaps
//! run --stop 20000
//! value final["count.n"] = 20000/2.5 +- 4*sqrt(20000/2.5)
//! value final["long"]/final["count.n"] = exp(-2) +- 4*sqrt(exp(-2)/8000)
//! message none
//! class Queue
//! run --stop 60000 --vars n,empty,area,negative
//! value final["area"]/60000 = 0.5/(1 - 0.5) +- 0.05
//! value final["empty"]/60000 = 0.5 +- 0.01
//! final negative = False
//! message none
//! class Constant
//! run --stop 60000 --vars n,area
//! value final["area"]/60000 = 0.5 + 0.5**2/(2*(1 - 0.5)) +- 0.03
//! class Traffic
//! run
//! value final["left.out.n"] = final["right.in_.n"] + final["road.waiting"]
//! check final["left.out.n"] > 900 and final["right.out.n"] > 900 and final["most"] > 1
//! value final["left.in_.n"] = final["left.out.n"] + final["left.n"]
//! value final["right.in_.n"] = final["right.out.n"] + final["right.n"]
//! message none
package Parts
  import Saltus.Diagrams.*;

  block Arrivals "a fresh gap for each arrival, drawn before it is used"
    parameter Real mean = 1; parameter Integer seed = 1;
    Interfaces.ActivationInput e;
    Interfaces.ActivationOutput o = gap.o;
    Activations.EventUnion u;
    Sources.Exponential law(mean = mean, seed = seed);
    Activations.EventVariableDelay gap;
  equation
    connect(e, u.e[1]); connect(gap.o, u.e[2]);
    connect(u.o, law.e); connect(u.o, gap.e); connect(law.y, gap.u);
  end Arrivals;

  partial block Server "one in service, others wait; n is the number in the system"
    Interfaces.ActivationInput begin, e;
    Interfaces.ActivationOutput o = service.o;
    output Real n;
    Activations.IfThenElse first, more;
    Activations.EventUnion start, all(n = 3);
    Activations.EventVariableDelay service;
    Discrete.SelectInput step(n = 3);
    Discrete.DiscreteDelay memory;
    Activations.Counter in_, out;
  equation
    // +1 at an arrival, -1 at a departure; the input for the beginning is left open
    connect(begin, step.e[1]); connect(e, step.e[2]); connect(service.o, step.e[3]);
    step.u[2] = 1; step.u[3] = -1;
    connect(begin, all.e[1]); connect(e, all.e[2]); connect(service.o, all.e[3]);
    connect(all.o, memory.e);
    memory.u = n;
    n = step.y + memory.y;
    // who comes alone is served at once, and the next one when somebody has gone
    first.u = n - 1; connect(e, first.e); connect(first.no, start.e[1]);
    more.u = n; connect(service.o, more.e); connect(more.yes, start.e[2]);
    connect(start.o, service.e);
    connect(e, in_.e); connect(service.o, out.e);
  end Server;

  block RandomServer
    extends Server;
    parameter Real mean = 1; parameter Integer seed = 1;
    Sources.Exponential law(mean = mean, seed = seed);
  equation
    connect(start.o, law.e); connect(law.y, service.u);
  end RandomServer;

  block ConstantServer
    extends Server;
    parameter Real T = 1;
  equation
    service.u = T;
  end ConstantServer;
end Parts;

model Queue
  Saltus.Diagrams.Activations.InitialEvent begin;
  Parts.Arrivals arrivals(mean = 2, seed = 4711);
  Parts.RandomServer server(mean = 1, seed = 815);
  Real n = server.n, area(start = 0, fixed = true), empty(start = 0, fixed = true);
  Boolean negative(start = false, fixed = true);
equation
  connect(begin.o, arrivals.e); connect(begin.o, server.begin); connect(arrivals.o, server.e);
  der(area) = n; der(empty) = if n < 0.5 then 1 else 0;
  when n < -0.5 then negative = true; end when;
end Queue;

model Constant
  Saltus.Diagrams.Activations.InitialEvent begin;
  Parts.Arrivals arrivals(mean = 2, seed = 99);
  Parts.ConstantServer server(T = 1);
  Real n = server.n, area(start = 0, fixed = true);
equation
  connect(begin.o, arrivals.e); connect(begin.o, server.begin); connect(arrivals.o, server.e);
  der(area) = n;
end Constant;

model Traffic
  import Saltus.Diagrams.*;
  Activations.InitialEvent begin;
  Parts.Arrivals arrivals(mean = 2, seed = 12);
  Parts.RandomServer left(mean = 1, seed = 34), right(mean = 1.2, seed = 56);
  Activations.EventDelayedChannel road(n = 40);
  Sources.Uniform travel(low = 1, high = 9, seed = 78);
  Integer most(start = 0, fixed = true) "on the road";
  Activation change = left.o or road.o;
equation
  connect(begin.o, arrivals.e); connect(begin.o, left.begin); connect(begin.o, right.begin);
  connect(arrivals.o, left.e);
  connect(left.o, travel.e); connect(travel.y, road.u); connect(left.o, road.e); connect(road.o, right.e);
  when change then most = max(pre(most), road.waiting); end when;
  annotation(experiment(StopTime = 2000));
end Traffic;

model Process "gaps of the exponential distribution, drawn by the event itself"
  import Saltus.Diagrams.*;
  Activations.EventGenerate start(delay = 1);
  Activations.EventUnion either;
  Sources.Exponential gap(mean = 2.5);
  Activations.EventVariableDelay next;
  Activations.Counter count;
  Integer long(start = 0, fixed = true) "gaps of more than twice the mean";
equation
  connect(start.o, either.e[1]);
  connect(next.o, either.e[2]);
  connect(either.o, gap.e);
  connect(either.o, next.e);
  connect(gap.y, next.u);
  connect(either.o, count.e);
  when either.o then
    long = pre(long) + (if gap.y > 5 then 1 else 0);
  end when;
end Process;
