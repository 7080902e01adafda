// assert and reinit lack an argument.
//! error M0419 8:3
//! error M0419 10:5
model W
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  assert(x > 0);
  when x < 0.5 then
    reinit(x);
  end when;
end W;
