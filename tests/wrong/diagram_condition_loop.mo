// A block decides by what it activates: the message shows the blocks of the diagram, and which ones the loop leads
// through, though all its equations are those of a library.
//! error S0104 8:24
//! says it leads through
model M
  import Saltus.Diagrams.*;
  Activations.SampleClock clock(period = 0.5);
  Discrete.Accumulator place;
  Math.Bias distance(bias = -3);
  Activations.IfThenElse far;
equation
  connect(place.y, distance.u);
  connect(distance.y, far.u);
  connect(clock.o, far.e);
  connect(far.no, place.e);
  place.u = 1;
end M;
