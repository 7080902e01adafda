// Blocks that were put into a diagram and not connected are told: of an array those elements that are open. One open
// input among several is a rule of diagrams, and a value in the declaration says that 0 is meant.
//! class Open.Forgotten
//! run
//! message S0720 nothing activates 'hold', so it never acts
//! message S0721 nothing is connected to the input of 'gains[2]', which reads 0
//! message S0721 nothing is connected to any input of 'sum', which reads 0
//! message S0721 write (each u = 0)
//! message S0721 write (u = fill(0, 2))
//! message S0720 nothing activates 'union', so it never acts
//! message S0721 nothing is connected to the input of 'part.inside', which reads 0
//! check sum(m["code"] in ("S0720", "S0721") for m in j["messages"]) == 5
//! class Open.Meant
//! run
//! message none
//! final sum.y = 2 +- 1e-12
package Open
  import Saltus.Diagrams.*;
  model Part
    Math.Gain inside;
    Math.Gain given(k = 2);
    Interfaces.RealInput u;
  equation
    connect(u, given.u);
  end Part;

  model Forgotten
    Sources.Time clock;
    Discrete.SampleHold hold;
    Math.Gain gains[3](each k = 2);
    Math.Sum sum(signs = {1, 1});
    Activations.EventUnion union;
    Part part;
  equation
    connect(clock.y, hold.u);
    connect(clock.y, gains[1].u);
    connect(clock.y, gains[3].u);
    connect(clock.y, part.u);
  end Forgotten;

  model Meant
    Sources.Constant two(k = 2);
    Math.Gain gain(u = 0), gains[2](each u = 0);
    Math.Sum sum(signs = {1, 1, 1}) "its second input is open, and reads 0";
    Viewers.Scope scope(u = fill(0, 1));
    Activations.EventUnion union(n = 2) "of which one is open";
    Activations.SampleClock clock(period = 0.5);
    Activations.Counter count;
  equation
    connect(two.y, sum.u[1]);
    connect(gain.y, sum.u[3]);
    connect(clock.o, union.e[1]);
    connect(union.o, count.e);
  end Meant;
end Open;
