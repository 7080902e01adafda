// An assertion of an initial algorithm about a value that is replaced behind it.
//! error S0306 9:3
model initial_assert_between
  Real x(start = 1, fixed = true);
  discrete Real d(start = 3);

initial algorithm
  d := 2*x;
  assert(d > 1.8, "d is small");
  d := x;
algorithm
  when x < 0.5 then d := x; end when;
equation
  der(x) = -x;
end initial_assert_between;
