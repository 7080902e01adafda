// A variable is set twice in one branch of a when.
//! error S0107 9:5
//! says 'x'
model M
  discrete Real x(start = 0, fixed = true);
equation
  when time > 1 then
    x = 1;
    x = 2;
  end when;
end M;
