// Blocks of Saltus.Diagrams.Math against their formulas, with x = sin(3 t) + t/4 and z = cos(t) + 2.
//| x = lambda t: sin(3*t) + t/4
//| z = lambda t: cos(t) + 2
//| up = lambda v: floor(v + 0.5)
//! class Numbers
//! run --stop 4 --step 0.1
//! absolute.y = abs(x(t)) +- 1e-12
//! negated.y = -x(t) +- 1e-12
//! biased.y = x(t) + 2.5 +- 1e-12
//! gained.y = -3*x(t) +- 1e-12
//! power.y = z(t)**1.5 +- 1e-12
//! pow.y = z(t)**x(t) +- 1e-12
//! base.y = 10**x(t) +- 1e-11
//! log.y = log(z(t))/log(2) +- 1e-12
//! root.y = sqrt(z(t)) +- 1e-12
//! inverse.y = 1/z(t) +- 1e-12
//! tangent.y = tanh(x(t)) +- 1e-12
//! arc.y = atan(x(t)) +- 1e-12
//! angle.y = atan2(x(t), -z(t)) +- 1e-12
//! distance.y = hypot(x(t), z(t)) +- 1e-12
//! sum.y = x(t) - 2*z(t) + 1 +- 1e-12
//! ratio.y = x(t)/z(t) +- 1e-12
//! horner.y = 1 + 2*x(t) - 3*x(t)**2 + 0.5*x(t)**3 +- 1e-11
//! most.y = max(x(t), z(t), 1.7) +- 1e-12
//! least.y = min(x(t), z(t), 1.7) +- 1e-12
//! formula.y = x(t)*sin(z(t)) + 4 +- 1e-12
//! formulas.y[1] = x(t) + z(t) +- 1e-12
//! formulas.y[2] = x(t)*z(t) +- 1e-12
// e^(1e3) would be infinite, and so would its square
//! final far.y = 5e200 +- 1e186
//! class Steps
//! run --stop 4 --step 0.3
//| at = [0.3*k for k in range(1, 14)]
//! value [right('sign.y', t) for t in at] = [(x(t) > 0) - (x(t) < 0) for t in at]
//! value [right('nearest.y', t) for t in at] = [up(5*x(t)) for t in at]
//! value [right('down.y', t) for t in at] = [floor(5*x(t)) for t in at]
//! value [right('above.y', t) for t in at] = [ceil(5*x(t)) for t in at]
//! value [right('inward.y', t) for t in at] = [int(5*x(t)) for t in at]
//! value [right('func.y', t) for t in at] = [ceil(5*x(t)) for t in at]
//! value [right('whole.n', t) for t in at] = [up(x(t)*z(t)) for t in at]
//! value [right('rest.y', t) for t in at] = [5*x(t) - 2*floor(5*x(t)/2) for t in at] +- 1e-11
//! class Vectors
//! run --stop 4 --step 0.3
//! most.y = max(sin(t), cos(t), 0.5) +- 1e-12
//! changes most.index = [pi/4, 5*pi/6] +- 1e-9
//! value [right('most.index', t) for t in (0.6, 1.2, 3)] = [2, 1, 3]
//! least.y = min(sin(t), cos(t), 0.5) +- 1e-12
//! changes least.index = [pi/6, pi/3, 5*pi/4] +- 1e-9
//! value [right('least.index', t) for t in (0.3, 0.6, 2.4, 3.9)] = [1, 3, 2, 2]
//! value [right('sorted.index[3]', t) for t in (0.6, 1.2, 3)] = [2, 1, 3]
//! total.y = sin(t) + cos(t) + 0.5 +- 1e-12
//! running.y[2] = sin(t) + cos(t) +- 1e-12
//! running.y[3] = sin(t) + cos(t) + 0.5 +- 1e-12
//! sorted.y[1] = sorted([sin(t), cos(t), 0.5])[0] +- 1e-12
//! sorted.y[2] = sorted([sin(t), cos(t), 0.5])[1] +- 1e-12
//! sorted.y[3] = sorted([sin(t), cos(t), 0.5])[2] +- 1e-12
//! falling.y[1] = max(sin(t), cos(t), 0.5) +- 1e-12
//! cross.y[1] = cos(t)*3 - 0.5*2 +- 1e-12
//! cross.y[2] = 0.5*1 - sin(t)*3 +- 1e-12
//! cross.y[3] = sin(t)*2 - cos(t)*1 +- 1e-12
//! class Bad
//! run --stop 1 -p p.exponents[2]=2
//! status failed
//! message R0204 is 1 or -1, and not 2
model Numbers
  import Saltus.Diagrams.Math.*;
  import F = Saltus.Diagrams.Math.Function;
  import A = Saltus.Diagrams.Math.Angle;
  Real x = sin(3*time) + time/4, z = cos(time) + 2;
  parameter Real k = 4;
  Abs absolute(u = x); Negate negated(u = x); Bias biased(u = x, bias = 2.5); Gain gained(u = x, k = -3);
  Power power(u = z, exponent = 1.5); Pow pow(u1 = z, u2 = x); Exponential base(u = x, base = 10);
  Log log(u = z, base = 2); MathFunc root(u = z, func = F.sqrt), inverse(u = z, func = F.reciprocal);
  TrigFunc tangent(u = x, func = A.tanh), arc(u = x, func = A.atan);
  Atan2 angle(u1 = x, u2 = -z); Hypot distance(u1 = x, u2 = z), far(u1 = 3e200, u2 = 4e200);
  Sum sum(signs = {1, -2, 1}, u = {x, z, 1}); Product ratio(exponents = {1, -1}, u = {x, z});
  Horner horner(u = x, coefficients = {1, 2, -3, 0.5});
  MaxMin most(n = 3, u = {x, z, 1.7}), least(n = 3, u = {x, z, 1.7}, least = true);
  MathExpression formula(n = 2, u1 = x, u2 = z, expression = "u1*sin(u2) + k");
  MathExpressions formulas(n = 2, u1 = x, u2 = z, expression = "[u1 + u2; u1*u2]");
end Numbers;

model Steps
  import Saltus.Diagrams.Math.*;
  import R = Saltus.Diagrams.Math.Rounding;
  Real x = sin(3*time) + time/4, z = cos(time) + 2;
  Sign sign(u = x);
  Round nearest(u = 5*x), down(u = 5*x, mode = R.floor), above(u = 5*x, mode = R.ceil), inward(u = 5*x, mode = R.fix);
  MathFunc func(u = 5*x, func = Saltus.Diagrams.Math.Function.ceil);
  RoundProduct whole(u = {x, z});
  Modulo rest(u1 = 5*x, u2 = 2);
end Steps;

model Vectors
  import Saltus.Diagrams.Math.*;
  block Three
    Saltus.Diagrams.Interfaces.VectorOutput y = {sin(time), cos(time), 0.5};
  end Three;
  Three three;
  MaxElements most; MinElements least; SumElements total; CumulativeSum running;
  Sort sorted, falling(descending = true);
  CrossProduct cross(u2 = {1, 2, 3});
equation
  connect(three.y, most.u);
  connect(three.y, least.u);
  connect(three.y, total.u);
  connect(three.y, running.u);
  connect(three.y, sorted.u);
  connect(three.y, falling.u);
  connect(three.y, cross.u1);
end Vectors;

model Bad
  Saltus.Diagrams.Math.Product p(u = {1, 1});
end Bad;
