// A loop of gains whose product is 1 has no solution: the message has the way of the signals.
//! run
//! error R0311 10:12
//! says the signals go round: gain.u -> gain.y -> twice.y -> gain.u, through gain, twice, sum
model M
  import Saltus.Diagrams.*;
  Sources.Constant one(k = 1);
  Math.Gain gain(k = 0.5);
  Math.Gain twice(k = 2);
  Math.Sum sum(signs = {1, 1});
equation
  connect(one.y, sum.u[1]);
  connect(sum.y, gain.u);
  connect(gain.y, twice.u);
  connect(twice.y, sum.u[2]);
end M;
