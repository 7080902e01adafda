// E4.5. A ball on a surface y = f(x), purely by events: the delay to the next collision is found by Newton's method,
// one iteration for each repeated activation (on the plane and on a slope: known times, speeds, energy), and other
// blocks that act again or end the run (E181, E182, E183).
//! class Plane
//! run --stop 4.5
//! changes hits.n = [sqrt(2/9.81), 3*sqrt(2/9.81), 5*sqrt(2/9.81), 7*sqrt(2/9.81), 9*sqrt(2/9.81)] +- 1e-9
//! value final["ball.energy"] = 9.81*1 + 1**2/2 +- 1e-8
//! message none
//! class Slope
//! run --stop 1
//! value final["first_w"] = -sqrt(2*9.81) +- 1e-8
//! value final["first_v"] = 0 +- 1e-8
//! class Ended
//! run --stop 100
//! final n = 9
//! status terminated
//! message R0207 enough
//! class Endless
//! run --stop 3
//! status failed
//! message R0201
//! class Many
//! run --stop 3.5
//! value sum(final["k[%d].n" % i] for i in range(1, 301)) = 4*300
//! message none
//! class Failing
//! run --stop 100
//! status failed
//! message R0204 too many
//! class Resampled
//! run --stop 6.1
//! final slow.n = 3
//! final both.n = 13
//! value final["lag.a"] = exp(-2) +- 1e-12
//! message none
package Parts
  import Saltus.Diagrams.*;

  block Ball "moves freely from event to event; f(x) = slope*x"
    parameter Real g = 9.81, slope = 0, x0 = 0, y0 = 1, w0 = 1, v0 = 0;
    parameter Real t0 = 10 "first guess, beyond the apex";
    Interfaces.ActivationInput begin;
    Interfaces.ActivationOutput hit = done and true;
    Activation begun = begin or done, again, turn = begun or again;
    Activation done "the collision";
    discrete Real x(start = x0, fixed = true), y(start = y0, fixed = true), w(start = w0, fixed = true),
      v(start = v0, fixed = true);
    discrete Real last(start = 0, fixed = true), t(start = t0, fixed = true), h(start = 1, fixed = true);
    Real energy = g*y + (w^2 + v^2)/2;
  protected
    Real dt(start = 0, fixed = true), vm(start = 0, fixed = true);
  equation
    when done then
      dt = time - pre(last);
      last = time;
      x = pre(x) + pre(w)*dt;
      y = slope*x;
      vm = pre(v) - g*dt;
      w = ((1 - slope^2)*pre(w) + 2*slope*vm)/(1 + slope^2);
      v = (2*slope*pre(w) + (slope^2 - 1)*vm)/(1 + slope^2);
    end when;
    when turn then
      t = if active(begun) then t0 else pre(t) - pre(h)/(v - g*pre(t) - slope*w);
      h = y + v*t - g*t^2/2 - slope*(x + w*t);
      if abs(h) > 1e-12 then
        schedule(again, 0);
      else
        schedule(done, t);
      end if;
    end when;
  end Ball;
end Parts;

model Plane "collisions at sqrt(2 y0/g)*(1 + 2 k)"
  Saltus.Diagrams.Activations.InitialEvent start;
  Saltus.Diagrams.Activations.Counter hits;
  Parts.Ball ball;
equation
  connect(start.o, ball.begin);
  connect(ball.hit, hits.e);
end Plane;

model Slope "falls straight down onto a slope of 1, and leaves it along the ground"
  Saltus.Diagrams.Activations.InitialEvent start;
  Parts.Ball ball(slope = 1, w0 = 0);
  discrete Real first_w(start = 0, fixed = true), first_v(start = 0, fixed = true);
  Integer hits(start = 0, fixed = true);
equation
  connect(start.o, ball.begin);
  when ball.hit then
    hits = pre(hits) + 1;
    first_w = if hits == 1 then ball.w else pre(first_w);
    first_v = if hits == 1 then ball.v else pre(first_v);
  end when;
end Slope;

model Ended "three rounds in each instant; the end is asked for in the seventh round, and its instant is finished"
  import Saltus.Diagrams.Activations.*;
  SampleClock k;
  RepeatActivation again;
  Activation turn = k.o or again.o;
  Integer n(start = 0, fixed = true), round(start = 0, fixed = true);
  End stop(message = "enough", e = turn and n >= 7);
equation
  when turn then
    n = pre(n) + 1;
    round = if active(k.o) then 1 else pre(round) + 1;
  end when;
  again.e = turn and round < 3;
end Ended;

model Endless "an activation that is repeated for ever"
  import Saltus.Diagrams.Activations.*;
  EventClock k(offset = 1);
  EventUnion u;
  RepeatActivation again;
equation
  connect(k.o, u.e[1]);
  connect(again.o, u.e[2]);
  connect(u.o, again.e);
end Endless;

model Many "three hundred sources come at the same times"
  Saltus.Diagrams.Activations.EventClock c[300];
  Saltus.Diagrams.Activations.Counter k[300];
equation
  connect(c.o, k.e);
end Many;

model Failing
  import Saltus.Diagrams.Activations.*;
  EventClock k;
  Counter c;
  End stop(message = "too many", failure = true, e = k.o and c.n > 4);
equation
  connect(k.o, c.e);
end Failing;

model Resampled "every fourth half second, and what both activate runs once"
  import Saltus.Diagrams.Activations.*;
  SampleClock k(period = 0.5);
  ReSampleClock every(n = 4, offset = 0.5);
  Counter slow, both;
  Saltus.Diagrams.Discrete.SampledFirstOrder lag(T = 1, u = 1);
equation
  connect(k.o, every.e);
  connect(every.o, slow.e);
  connect(every.o, lag.e);
  both.e = k.o or every.o;
end Resampled;
