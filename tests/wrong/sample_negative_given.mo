// A clock whose interval is given from outside as a negative number.
//! options -p T=-1
//! run
//! error R0104 10:3
//! says -1
model M
  parameter Real T = 0.1;
  discrete Integer n(start = 0, fixed = true);
equation
  when sample(0, T) then
    n = pre(n) + 1;
  end when;
end M;
