// An assertion in an algorithm is about the values where it stands, also where the variable is set again after it (3.6,
// 11.2.1).
//! class Good
//! run --stop 1
//! x = 5 + t +- 1e-12
//! class Bad
//! run --stop 1
//! status failed
//! message R0204 x is 3
model Good
  Real x;
  Integer n;
algorithm
  n := 1;
  x := 3;
  assert(x < 3.5 and n == 1, "x is too large");
  x := 4;
  n := 2;
  if time >= 0 then
    assert(x > 3.5 and n == 2, "x is too small");
  end if;
  x := 5 + time;
end Good;
model Bad
  Real x;
algorithm
  x := 3;
  assert(x > 3.5, "x is " + String(x));
  x := 4;
end Bad;
