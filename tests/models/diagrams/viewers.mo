// Viewers are figures of the run, and simulations follow one another by the block End. The flight is that of
// examples/shooting.mo: the secant method finds the angle in the seventh simulation (E4.2). E266: Flights, Rows.
//! class Scopes
//! run --stop 5 --plot=one.svg --figure "Both curves" --plot=two.svg --figure events --plot=three.svg --figure circle
//! value [right('events.count[1]', 5), right('events.count[2]', 5)] = [6, 3]
//! message none
//! class Flights
//! run
//! status terminated
//! final angle.y = 0.8079454 +- 5e-7
//! value j['runs'] = 7
//! final number.y = 7
//! value j['time']['stop'] = 1.903765 +- 1e-5
//! class Rows
// one of two blocks in an array asks for another simulation, twice
//! run
//! status terminated
//! value j['runs'] = 3
//! class Endless
//! run --max-runs 5
//! status failed
//! message R0604
model Scopes
  import Saltus.Diagrams.*;
  Viewers.Scope both(n = 2, title = "Both curves", u = {sin(time), cos(time)});
  Viewers.ScopeXY circle(x = cos(time), y = sin(time));
  Viewers.EventScope events(n = 2);
  Viewers.Display last(u = time);
  Activations.SampleClock a(period = 1), b(period = 2);
equation
  connect(a.o, events.e[1]);
  connect(b.o, events.e[2]);
end Scopes;

model Flights "a diagram that solves an equation over simulations"
  import Saltus.Diagrams.*;
  parameter Real d = 9 "distance of the target";
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), vx, vy, v = sqrt(vx^2 + vy^2);
  Real miss = x - d;
  discrete Real guess(start = 0, fixed = true), fired(start = 0, fixed = true);
  Activations.ZeroCrossDown lands(u = y);
  Activations.ToBase angle(y_start = 1.0471975511965976), last(y_start = 1), missed(y_start = 1);
  Activations.SimulationCounter number;
  Activations.IfThenElse far(u = abs(miss) - 1e-5);
  Activations.End next(restart = true, message = "missed"), hit(message = "hit");
initial equation
  vx = 1000*cos(angle.y);
  vy = 1000*sin(angle.y);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -0.1*v^1.5*vx;
  der(vy) = -0.1*v^1.5*vy - 9.8;
  connect(lands.o, far.e);
  connect(far.yes, next.e);
  connect(far.no, hit.e);
  connect(far.yes, angle.e);
  connect(far.yes, last.e);
  connect(far.yes, missed.e);
  when far.yes then
    guess = pre(angle.y) - miss*(pre(angle.y) - pre(last.y))/(miss - pre(missed.y));
    fired = pre(angle.y);
  end when;
  angle.u = guess;
  last.u = fired;
  missed.u = miss;
  annotation(experiment(StopTime = 100, Tolerance = 1e-9));
end Flights;

model Rows
  import Saltus.Diagrams.*;
  Activations.SimulationCounter number;
  Activations.SampleClock clock(offset = 1, period = 10);
  Activations.IfThenElse early(u = 2.5 - number.y);
  Activations.End ends[2](restart = {true, false});
equation
  connect(clock.o, early.e);
  connect(early.yes, ends[1].e);
  connect(early.no, ends[2].e);
  annotation(experiment(StopTime = 3));
end Rows;

model Endless
  import Saltus.Diagrams.*;
  Activations.EventGenerate e(delay = 1);
  Activations.End next(restart = true);
equation
  connect(e.o, next.e);
  annotation(experiment(StopTime = 3));
end Endless;
