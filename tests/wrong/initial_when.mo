// A when in the initial equations.
//! error M0412 6:3
model M
  Real x(start = 1);
initial equation
  when time > 1 then
    x = 1;
  end when;
equation
  der(x) = -x;
end M;
