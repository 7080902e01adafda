// A range with more values than there are Integers: its size was not compared with that of x, and all elements were 1.
//! error M0329 4:16
model RangeEndless
  Real x[10] = 1:1e-300:10;
end RangeEndless;
