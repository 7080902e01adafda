// Only functions and blocks are written in C. The line was left out.
//! error M0241 5:1
record R
  Real x;
external "C";
end R;

model RecordExternal
  R r(x = time);
end RecordExternal;
