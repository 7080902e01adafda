// A variable is set by a when and by an equation.
//! error S0102 8:3
//! says 'x'
model M
  Real x(start = 0, fixed = true);
equation
  x = time;
  when time > 1 then
    x = 2;
  end when;
end M;
