// An action of an initial algorithm that reads a value which is replaced behind it.
//! error S0306 10:5
model initial_assert_between
  Real x(start = 1, fixed = true);
  discrete Real d(start = 3);

initial algorithm
  d := 2*x;
  if d > 5 then
    terminate("d is large");
  end if;
  d := x;
algorithm
  when x < 0.5 then d := x; end when;
equation
  der(x) = -x;
end initial_assert_between;
