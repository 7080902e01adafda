// Blocks of Saltus.Diagrams.Logic against tables of truth, over inputs that go through all cases, one in a second:
// a is true in the seconds 2 and 3, 6 and 7, b in the odd ones.
//| a = lambda t: int(t) % 4 >= 2
//| b = lambda t: int(t) % 2 == 1
//| half = [k + 0.5 for k in range(8)]
//| over = lambda name: [bool(right(name, t)) for t in half]
//! class Operations
//! run --stop 8 --step 0.5
//! value [right('and_.y', t) for t in half] = [a(t) and b(t) for t in half]
//! value [right('or_.y', t) for t in half] = [a(t) or b(t) for t in half]
//! value [right('nand_.y', t) for t in half] = [not (a(t) and b(t)) for t in half]
//! value [right('nor_.y', t) for t in half] = [not (a(t) or b(t)) for t in half]
//! value [right('xor_.y', t) for t in half] = [a(t) != b(t) for t in half]
//! value [right('not_.y', t) for t in half] = [not a(t) for t in half]
// an odd number of three
//! value [right('odd.y', t) for t in half] = [(a(t) + b(t) + 1) % 2 == 1 for t in half]
//! value [right('table.y[1]', t) for t in half] = [a(t) and not b(t) for t in half]
//! value [right('table.y[2]', t) for t in half] = [a(t) or b(t) for t in half]
//! class Comparisons
//! run --stop 4 --step 0.5
//! changes less.y = [2] +- 1e-9
//! value [right('less.y', t) for t in (1, 3)] = [1, 0]
//! value [right('more.y', t) for t in (1, 3)] = [0, 1]
//! value [right('same.y', t) for t in (0.5, 1.5, 2.5, 3.5)] = [0, 1, 0, 0]
//! value [right('other.y', t) for t in (0.5, 1.5, 2.5, 3.5)] = [1, 0, 1, 1]
//! changes above.y = [3] +- 1e-9
//! class Kept
//! run --stop 8 --step 0.25
// the clock rises at 0.25, 1.25, ...: each takes what was there before, the second what the first had
//! value [right('first.q', t) for t in half] = [a(t) for t in half]
//! value [right('second_.q', t) for t in half] = [0] + [a(t - 1) for t in half[1:]]
//! value [right('never.q', t) for t in half] = [0]*8
//! value [left('latch.q', k + 1) for k in range(8)] = [0, 0, 0, 1, 1, 0, 0, 1]
//! value [right('jk.q', t) for t in half] = [0, 0, 1, 0, 0, 0, 1, 0]
//! value [right('sr.q', t) for t in half] = [0, 0, 1, 0, 0, 0, 1, 0]
//! value [right('toggle.q', t) for t in half] = [1, 0, 1, 0, 1, 0, 1, 0]
//! value [right('toggle.q', 7.5), right('jk.nq', 7.5)] = [0, 1]
//! class Bad
//! run --stop 1
//! status failed
//! message M0437 2, 4, 8, ... rows
model Inputs
  Integer second = integer(time);
  Boolean a = mod(second, 4) >= 2, b = mod(second, 2) == 1;
end Inputs;

model Operations
  extends Inputs;
  import Saltus.Diagrams.Logic.*;
  import O = Saltus.Diagrams.Logic.Operation;
  LogicalOp and_(u = {a, b}), or_(u = {a, b}, op = O.'or'), nand_(u = {a, b}, op = O.nand),
    nor_(u = {a, b}, op = O.nor), xor_(u = {a, b}, op = O.xor), not_(n = 1, u = {a}, op = O.'not'),
    odd(n = 3, u = {a, b, true}, op = O.xor);
  TruthTable table(table = {{false, false}, {false, true}, {true, true}, {false, true}}, u = {a, b});
end Operations;

model Comparisons
  import Saltus.Diagrams.Logic.*;
  import R = Saltus.Diagrams.Logic.Relation;
  Integer second = integer(time);
  RelationalOp less(u1 = time, u2 = 2), more(u1 = time, u2 = 2, op = R.greaterEqual),
    same(u1 = second, u2 = 1, op = R.equal), other(u1 = second, u2 = 1, op = R.notEqual);
  CompareToConstant above(u = time, value = 3);
end Comparisons;

model Kept
  extends Inputs;
  import Saltus.Diagrams.*;
  Boolean clock = time - second > 0.25 and time - second < 0.75;
  Logic.DFlipFlop first(d = a, c = clock), second_(c = clock), never(d = true, c = clock, en = false);
  Logic.DLatch latch(d = a, c = b);
  Logic.JKFlipFlop jk(j = a, k = b, c = clock);
  Logic.SRFlipFlop sr(s = a, r = b);
  Activations.SampleClock k;
  Logic.Toggle toggle;
equation
  connect(first.q, second_.d);
  connect(k.o, toggle.e);
end Kept;

model Bad
  Saltus.Diagrams.Logic.TruthTable table(table = {{false}, {true}, {true}});
end Bad;
