// A division by zero at an instant of the run.
//! options --stop 5
//! run
//! error R0301 13:3
//! says time 2
model M
  discrete Real x(start = 1, fixed = true);
  Real y;
equation
  when time >= 2 then
    x = 0;
  end when;
  y = 3/x;
end M;
