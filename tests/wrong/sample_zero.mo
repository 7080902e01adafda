// A clock with an interval of 0.
//! error M0526 6:8
model M
  discrete Integer n(start = 0, fixed = true);
equation
  when sample(0, 0) then
    n = pre(n) + 1;
  end when;
end M;
