// A when inside an if-equation.
//! error M0412 8:5
model M
  discrete Real x(start = 0, fixed = true);
  Real y = time;
equation
  if y > 1 then
    when time > 2 then
      x = 1;
    end when;
  end if;
end M;
