// edge of a Real.
//! error M0525 7:13
model M
  discrete Integer n(start = 0, fixed = true);
  Real x = time;
equation
  when edge(x) then
    n = pre(n) + 1;
  end when;
end M;
