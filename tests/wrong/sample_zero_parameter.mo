// A clock whose interval is a parameter of 0.
//! run
//! error R0104 9:3
//! says greater than zero
model M
  parameter Real T = 0;
  discrete Integer n(start = 0, fixed = true);
equation
  when sample(0, T) then
    n = pre(n) + 1;
  end when;
end M;
