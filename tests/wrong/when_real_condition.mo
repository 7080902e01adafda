// A when with a number as its condition.
//! error M0309 6:8
model M
  discrete Real x(start = 0, fixed = true);
equation
  when time then
    x = 1;
  end when;
end M;
