// An assertion of an initial algorithm is looked at where it stands: d is 2 there, and 1 behind it.
//! run
//! error R0320 10:5
model run_initial_assert_between
  Real x(start = 1, fixed = true);
  parameter Real d(fixed = false);
initial algorithm
  d := 2*x;
  if d > 1.5 then
    assert(d < 1.8, "d is large");
    d := x;
  end if;
equation
  der(x) = -d*x;
end run_initial_assert_between;
