// Assertions of initial algorithms and under `when initial()` are looked at when the initial values are known.
//! run
//! error R0204 22:5
//! says first
//! error R0204 17:3
//! says p is too large
//! error R0204 19:17
//! says x is too large
//! error R0204 26:3
//! says equation
model run_initial_assert
  parameter Real p = 2;
  Real x(start = 1, fixed = true), y;
  discrete Real d(start = 0, fixed = true);

initial algorithm
  assert(p < 1, "p is too large");
  assert(x > 0.5, "this one holds");
  if p > 1 then assert(x < 0.5, "x is too large"); end if;
algorithm
  when initial() then
    assert(x < 0.1, "first");
    d := x;
  end when;
initial equation
  assert(x < 0.2, "equation");
equation
  der(x) = -x;
  y = 2*x;
end run_initial_assert;
