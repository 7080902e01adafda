// A variable is set by two when-clauses.
//! error S0102 10:3
//! says 'x'
model M
  discrete Real x(start = 0, fixed = true);
equation
  when time > 1 then
    x = 1;
  end when;
  when time > 2 then
    x = 2;
  end when;
end M;
