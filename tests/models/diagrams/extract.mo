// The activation of a number (E267): times and counts by hand.
//! class Blocks
//! run --stop 6.5
// the sum changes at 0, 2, 4, 6 and at 0, 3, 6; where both come at once, once
//! changes n.n = [0, 2, 3, 4, 6]
//! final one.n = 4
// it is synchronous with what sets the number: the block behind it sees the new value
//! value [right('hold.y', t) for t in (2, 3, 4, 6)] = [2, 4, 8, 14] +- 1e-12
//! final never.n = 0
//! message none
//! class Texts
//! run --stop 6.5
//! final n = 5
//! final m = 4
//! final k[1] = 4
//! final k[2] = 3
//! final late = 4
//! message none
model Blocks
  import Saltus.Diagrams.*;
  Activations.SampleClock a(period = 2), b(period = 3);
  Discrete.SampleHold x(u = time), y(u = time);
  Math.Sum sum;
  Math.Gain twice(k = 2);
  Sources.Constant fixed;
  Activations.ExtractActivation either, single, none;
  Activations.Counter n, one, never;
  Discrete.Accumulator hold;
equation
  connect(a.o, x.e);
  connect(b.o, y.e);
  connect(x.y, sum.u[1]);
  connect(y.y, sum.u[2]);
  connect(sum.y, either.u);
  connect(x.y, twice.u);
  connect(twice.y, single.u);
  connect(fixed.y, none.u);
  connect(either.o, n.e);
  connect(single.o, one.e);
  connect(none.o, never.e);
  connect(either.o, hold.e);
  hold.u = x.y;
end Blocks;

model Texts
  Activation e = Activation(2), f = Activation(3), both = activation(s), first = activation(x), each_[2], o, lateOnes;
  discrete Real x(start = 0, fixed = true), y(start = 0, fixed = true), z[2](each start = 0, each fixed = true);
  Real s = x*x + y;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k[2](each start = 0, each fixed = true);
  Integer late(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  when e then
    x = time;
    schedule(o, 0.25);
  end when;
  when f then
    y = time;
  end when;
  when {e, f} then
    w = pre(w) + 1;
  end when;
  for i in 1:2 loop
    when if i == 1 then e else f then
      z[i] = time;
    end when;
    each_[i] = activation(z[i]);
    when each_[i] then
      k[i] = pre(k[i]) + 1;
    end when;
  end for;
  when both then n = pre(n) + 1; end when;
  when first then m = pre(m) + 1; end when;
  when o then late = pre(late) + 1; end when;
  lateOnes = activation(late);
end Texts;
