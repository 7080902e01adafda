// The examples of the specification: what comes out of each conversion, tick by tick (16.5.2).
//! run --stop 9.5 --step 0.05
//! value [right('ySub', x) for x in (0, 3.5, 4, 7.5, 8)] = [0, 0, 4, 4, 8]
//! value [right('ySuper', x) for x in (0.1, 0.9, 3.9, 4.1, 7.3, 8.2)] = [0, 0, 0, 4, 4, 8]
//! changes yShift = [0.2 + k for k in range(10)] +- 1e-12
//! yShift(1.1) = 0
//! yShift(3.3) = 3
//! yBack(0.5) = 10
//! yBack(1.5) = 0
//! yBack(2.5) = 1
//! ticks(0.35) = 2
//! ticks(4.45) = 23
//! value [right('fresh', k + 0.5) for k in range(9)] = [0, 0, 2, 2, 4, 4, 6, 6, 8]
//! late(0.5) = -1
//! late(2.5) = 1
//! late(4.5) = 3
model Conversions
  Integer y = integer(sample(time + 0.5, Clock(1)));
  Integer ySub = subSample(y, 4);
  Integer ySuper = superSample(ySub, 5);
  Integer yShift(start = 10) = shiftSample(y, 1, 5);
  Integer yBack = backSample(yShift, 1, 5);
  Integer ticks(start = 0) = previous(ticks) + superSample(second, 5);
  Integer second = if y >= 0 then 1 else 0;
  Real x(start = -1), fresh, late(start = 0);
equation
  when Clock(1, 1) then
    x = previous(x) + 1;
  end when;
  when subSample(c, 2) then
    fresh = noClock(x);              // the present value of x
    late = sample(hold(x));          // the value that it had before this instant
  end when;
  c = Clock(1, 1);
public
  Clock c;
end Conversions;
