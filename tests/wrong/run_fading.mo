// An oscillation that fades about the level of a condition: its events end where it becomes smaller than the tolerance,
// which is told (E151).
//! options --stop 400
//! run
//! good
//! warning R0721 14:3
//! says assumed size
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x - 0.1*v;
  when x > 0 then
    n = pre(n) + 1;
  end when;
end M;
