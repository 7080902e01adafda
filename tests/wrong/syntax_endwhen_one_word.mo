// An end when is written as one word.
//! error M0124 10:3
//! says end when
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  when x < 0 then
    reinit(x, 1);
  endwhen;
end M;
