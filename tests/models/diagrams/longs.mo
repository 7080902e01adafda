// Whole numbers of 64 bits without a sign (Types.Long), over their whole range, against those of Python.
//|
//| def number(j, name):
//|     return j["final"][name + ".high"]*2**32 + j["final"][name + ".low"]
//| def fit(n):
//|     return min(max(n, 0), 2**64 - 1)
//! class Longs.One
//! run -p ah={0,1,4294967295,2147483648,65537} -p al={123456789,4294967295} -p bh={0,4294967295,32768} \
//!     -p bl={1,4294967295}
//! value number(j, "a.y") = j["final"]["ah"]*2**32 + j["final"]["al"]
//! value number(j, "s.y") = fit(number(j, "a.y") + number(j, "b.y"))
//! value number(j, "w.y") = (number(j, "a.y") + number(j, "b.y")) % 2**64
//! value number(j, "d.y") = fit(number(j, "a.y") - number(j, "b.y"))
//! value number(j, "dw.y") = (number(j, "a.y") - number(j, "b.y")) % 2**64
//! value number(j, "p.y") = fit(number(j, "a.y")*number(j, "b.y"))
//! value number(j, "pw.y") = number(j, "a.y")*number(j, "b.y") % 2**64
//! value j["final"]["r.y"] = float(number(j, "a.y"))
//! check j["final"]["r.text"] == str(number(j, "a.y"))
//! value number(j, "i.y") = 10**15
//! class Longs.Counted
// 2^64 - 3 and on, once a second: the limit, or from 0 on again
//! run --stop 4.5
//! value number(j, "held.y") = 2**64 - 1
//! value number(j, "round.y") = 2
//! class Longs.Wrong
//! run
//! status failed
//! message R0320 does not fit 64 bits without a sign
package Longs
  import Saltus.Diagrams.*;
  import T = Saltus.Diagrams.Types;
  model One
    parameter Integer ah = 0, al = 5, bh = 0, bl = 7;
    T.LongConstant a(high = ah, low = al), b(high = bh, low = bl);
    T.LongSum s, w(overflow = T.Overflow.wrap), d(minus = true), dw(minus = true, overflow = T.Overflow.wrap);
    T.LongProduct p, pw(overflow = T.Overflow.wrap);
    T.LongToReal r;
    T.IntegerToLong i(u = integer(1e15));
  equation
    connect(a.y, s.u1); connect(b.y, s.u2);
    connect(a.y, w.u1); connect(b.y, w.u2);
    connect(a.y, d.u1); connect(b.y, d.u2);
    connect(a.y, dw.u1); connect(b.y, dw.u2);
    connect(a.y, p.u1); connect(b.y, p.u2);
    connect(a.y, pw.u1); connect(b.y, pw.u2);
    connect(a.y, r.u);
  end One;

  model Counted
    T.LongConstant one(low = 1);
    T.LongSum held, round(overflow = T.Overflow.wrap);
    T.Long last(high(start = 4294967295, fixed = true), low(start = 4294967292, fixed = true));
    T.Long back(high(start = 4294967295, fixed = true), low(start = 4294967292, fixed = true));
    Activation e = Activation(1);
  equation
    connect(one.y, held.u2);
    connect(one.y, round.u2);
    held.u1 = last;
    round.u1 = back;
    when e then
      last.high = pre(held.y.high);
      last.low = pre(held.y.low);
      back.high = pre(round.y.high);
      back.low = pre(round.y.low);
    end when;
  end Counted;

  model Wrong
    T.LongConstant a(high = 4294967295), b(high = 1);
    T.LongSum s(overflow = T.Overflow.error);
  equation
    connect(a.y, s.u1);
    connect(b.y, s.u2);
  end Wrong;
end Longs;
