// Two names of one derivative have start values that contradict each other: x is der(area), and c.m is -x. That of x is
// nearer to the top.
//! good
//! warning S0207 8:10
//! says 'x' is the same quantity
model M
  record C
    Real m;
  end C;
  C c(m(start = -1));
  Real x(start = 1.9), y;
  Real area(start = 0, fixed = true);
equation
  der(area) = x;
  c.m = -x;
  x^2 + y^2 = 5 + 3*time;
  x*y = 2;
end M;
