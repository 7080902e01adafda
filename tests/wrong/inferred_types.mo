// The type of a block follows from its first connection that has one; another one does not fit.
//! error M0430 12:3
model M
  import Saltus.Diagrams.*;
  block Sources
    Interfaces.BooleanOutput b = time > 1;
    Interfaces.RealOutput r = time;
  end Sources;
  Sources s;
  Routing.ConditionalSelect choice(c = time > 2);
equation
  connect(s.b, choice.u2);
  connect(s.r, choice.u1);
end M;
