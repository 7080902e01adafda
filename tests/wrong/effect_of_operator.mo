// Calls for their effect alone that have none: a function of numbers, a size, a record.
//! error M0935 11:3
//! error M0935 13:5
//! error M0935 15:3
model M
  record R
    Real a;
  end R;
  Real x;
algorithm
  sin(time);
  when time > 0.5 then
    size({1, 2}, 1);
  end when;
  R(1);
  x := 1;
end M;
