// The blocks of Saltus.Diagrams, each against what it must do by its definition (E180: Routes).
// Activation that is inherited (E1.11): Inherited, Select.
//! class Clocks
//! run
//! final sample.n = 6
//! final sample.last = 2.75
//! final event.n = 6
//! final event.last = 2.75
//! final once.n = 1
//! final once.last = 0.7
//! final begin.n = 1
//! final period = 0.5
//! class Delays
//! run
//! final fixed.n = 10
//! final fixed.last = 9.4
//! final varied.n = 5
//! final varied.last = 4.25
//! message R0725 'vary.o' is cancelled
//! class Channel
//! run
//! changes out.n = [1.3, 2.3, 2.7, 3.3, 4.3]
//! final ch.waiting = 1
//! message none
//! class Full
//! run
//! status failed
//! message R0204 more events are on their way
//! class Routes
//! run
//! final yes.n = 4
//! final no.n = 6
//! final one.n = 3
//! final two.n = 1
//! final three.n = 6
//! final third.last = 8
//! final third.n = 3
//! final all.n = 10
//! class Crossing
//! run
//! changes up.n = [3*pi/2, 7*pi/2] +- 1e-8
//! changes down.n = [pi/2, 5*pi/2] +- 1e-8
//! class Held
//! run --step 0.1
//! hold.y(2.6) = 2**2 +- 1e-9
//! hold.y(3) = 3**2 +- 1e-9
//! late.y(3) = 2**2 +- 1e-9
//! late.y(3.4) = 2**2 +- 1e-9
//! changes lag.y = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5] +- 1e-12
//! lag.y(3.5) = 3*(1 - exp(-8*0.5/2)) +- 1e-12
//! class Select
//! run --step 0.5
//! s.y(0.5) = -100
//! s.y(1.5) = 2
//! s.y(2.5) = -102 +- 1e-12
//! s.y(3.5) = 4
//! class Inherited
//! run
//! check final["sum.y"] == final["drawn.y"] and final["sum.y"] != 0
//! value changes("sum.y") = changes("drawn.y")
//! class Random
//! run
//! value (final["sum"]/final["n"]) = 2 +- 0.05
//! value (final["squares"]/final["n"]) = 8 +- 0.5
//! value final["uniform"]/final["n"] = 0.5 +- 0.01
//| drawn = 1
//| for _ in range(10000): drawn = 16807*drawn % 2147483647
//! final state = drawn
//! message none

model Clocks "an EventClock has the instants of a SampleClock"
  import Saltus.Diagrams.Activations.*;
  SampleClock a(period = 0.5, offset = 0.25);
  EventClock b(period = 0.5, offset = 0.25);
  EventGenerate c(delay = 0.7);
  InitialEvent d;
  Counter sample, event, once, begin;
  parameter Real period = interval(sample.e);
equation
  connect(a.o, sample.e); connect(b.o, event.e); connect(c.o, once.e); connect(d.o, begin.e);
  annotation(experiment(StopTime = 3));
end Clocks;

model Delays "the varied delay is negative from 5 on"
  import Saltus.Diagrams.Activations.*;
  SampleClock a(period = 1), stop(period = 100, offset = 5.1);
  EventDelay d(delay = 0.4);
  EventVariableDelay vary;
  EventUnion either;
  Counter fixed, varied;
equation
  connect(a.o, d.e); connect(d.o, fixed.e);
  connect(a.o, either.e[1]); connect(stop.o, either.e[2]);
  connect(either.o, vary.e); connect(vary.o, varied.e);
  vary.u = if time > 5.05 then -1 else 0.25;
  annotation(experiment(StopTime = 9.9));
end Delays;

model Channel "the first one is overtaken by two"
  import Saltus.Diagrams.Activations.*;
  SampleClock k;
  EventDelayedChannel ch(n = 4);
  Counter out;
equation
  connect(k.o, ch.e); connect(ch.o, out.e);
  ch.u = if time < 0.5 then 2.7 else 0.3;
  annotation(experiment(StopTime = 5));
end Channel;

model Full "more events than there is room for"
  import Saltus.Diagrams.Activations.*;
  SampleClock k;
  EventDelayedChannel ch(n = 2, u = 10);
equation
  connect(k.o, ch.e);
  annotation(experiment(StopTime = 5));
end Full;

model Routes "0, 1, ..., 9 are led on by their values"
  import Saltus.Diagrams.Activations.*;
  SampleClock k;
  IfThenElse choice;
  SwitchCase cases(n = 3);
  FrequencyDivider divider(n = 3, first = 3);
  EventUnion both;
  Counter yes, no, one, two, three, third, all;
  Real u = time - 5.5;
equation
  connect(k.o, choice.e); choice.u = u;
  connect(choice.yes, yes.e); connect(choice.no, no.e);
  connect(k.o, cases.e); cases.u = time - 1;
  connect(cases.o[1], one.e); connect(cases.o[2], two.e); connect(cases.o[3], three.e);
  connect(k.o, divider.e); connect(divider.o, third.e);
  connect(choice.yes, both.e[1]); connect(choice.no, both.e[2]); connect(both.o, all.e);
  annotation(experiment(StopTime = 9.5));
end Routes;

model Crossing
  import Saltus.Diagrams.Activations.*;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  ZeroCrossUp rises(u = x); ZeroCrossDown falls(u = x);
  Counter up, down;
equation
  der(x) = v; der(v) = -x;
  connect(rises.o, up.e); connect(falls.o, down.e);
  annotation(experiment(StopTime = 13, Tolerance = 1e-11));
end Crossing;

model Held "a sample and hold, the sample before, and a lag for steps of a half"
  import Saltus.Diagrams.*;
  Activations.SampleClock k(period = 1), half(period = 0.5);
  Discrete.SampleHold hold; Discrete.DiscreteDelay late; Discrete.SampledFirstOrder lag(T = 2, k = 3);
equation
  hold.u = time^2; connect(k.o, hold.e);
  connect(hold.y, late.u); connect(k.o, late.e);
  lag.u = 1; connect(half.o, lag.e);
  annotation(experiment(StopTime = 3.5));
end Held;

model Select "where both come at once the second input is taken (E170)"
  import Saltus.Diagrams.*;
  Activations.SampleClock a(period = 1), b(period = 2);
  Discrete.SelectInput s(n = 3);
equation
  connect(a.o, s.e[1]); connect(b.o, s.e[2]);
  s.u[1] = 1 + time; s.u[2] = -100 - time;
  annotation(experiment(StopTime = 4.5));
end Select;

model Inherited "a sum without an activation changes when an input does; the same as one that is activated by the union"
  import Saltus.Diagrams.*;
  Activations.SampleClock a(period = 1), b(period = 0.7, offset = 0.2);
  Discrete.SampleHold x, y, drawn;
  Activations.EventUnion u;
  block Sum Interfaces.RealInput u1, u2; Interfaces.RealOutput y; equation y = u1^2 + u2; end Sum;
  Sum sum;
equation
  x.u = sin(time) + 1; y.u = cos(time) + 2;
  connect(a.o, x.e); connect(b.o, y.e);
  connect(x.y, sum.u1); connect(y.y, sum.u2);
  connect(a.o, u.e[1]); connect(b.o, u.e[2]); connect(u.o, drawn.e);
  drawn.u = x.y^2 + y.y;
  annotation(experiment(StopTime = 6));
end Inherited;

model Random "moments of ten thousand numbers, and the generator of Park and Miller"
  import Saltus.Diagrams.*;
  Activations.SampleClock k(period = 1);
  Sources.Exponential x(mean = 2);
  Sources.Uniform r;
  Integer n(start = 0, fixed = true), state(start = 1, fixed = true);
  discrete Real sum(start = 0, fixed = true), squares(start = 0, fixed = true), uniform(start = 0, fixed = true);
  Activation e = k.o;
equation
  connect(k.o, x.e); connect(k.o, r.e);
  when e then
    n = pre(n) + 1;
    sum = pre(sum) + x.y;
    squares = pre(squares) + x.y^2;
    uniform = pre(uniform) + r.y;
    state = mod(16807*pre(state), 2147483647);
  end when;
  annotation(experiment(StopTime = 9999.5));
end Random;
