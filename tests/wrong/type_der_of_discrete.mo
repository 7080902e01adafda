// The derivative of a discrete variable.
//! error M0333 5:12
model M
  discrete Real x(start = 0, fixed = true);
  Real y = der(x);
equation
  when time > 1 then
    x = 2;
  end when;
end M;
