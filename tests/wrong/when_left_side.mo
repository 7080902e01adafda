// An expression on the left in a when.
//! error M0413 7:5
model M
  discrete Real x(start = 0, fixed = true);
equation
  when time > 1 then
    2*x = 1;
  end when;
end M;
