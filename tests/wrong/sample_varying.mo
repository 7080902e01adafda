// A clock whose interval varies.
//! error M0525 7:18
model M
  Real T = 1 + time;
  discrete Integer n(start = 0, fixed = true);
equation
  when sample(0, T) then
    n = pre(n) + 1;
  end when;
end M;
