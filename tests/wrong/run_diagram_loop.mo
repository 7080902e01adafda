// An algebraic loop of a diagram that has no solution: the message is about the blocks, and has the way of the signals.
//! run
//! error R0310 9:20
//! says 'exp.u'
//! says the signals go round: exp.u -> exp.y -> exp.u, through exp, bias
//! says in the loop: bias.y = bias.u + bias.bias
model M
  import Saltus.Diagrams.*;
  Math.Exponential exp;
  Math.Bias bias(bias = 1);
equation
  connect(exp.y, bias.u);
  connect(bias.y, exp.u);
end M;
