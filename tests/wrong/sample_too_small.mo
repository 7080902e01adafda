// A clock whose interval is too small for time to move.
//! run
//! error R0107 7:3
model M
  discrete Integer n(start = 0, fixed = true);
equation
  when sample(0.5, 1e-300) then
    n = pre(n) + 1;
  end when;
end M;
