// What is due at the start time acts in the instant at the start: a sample that begins there, and time > start, which
// becomes true there; a condition that is already true in the initial system does not act.
//! run --stop 1
//! n(0) = 1
//! after(0) = 1
//! final already = 0
//! final n = 3
//! run --start 5 --stop 6 -p begin=5
//! n(5) = 1
//! final already = 0
model StartInstant
  Integer n(start = 0, fixed = true), after(start = 0, fixed = true), already(start = 0, fixed = true);
  parameter Real begin = 0;
equation
  when sample(begin, 0.5) then
    n = pre(n) + 1;
  end when;
  when time > begin then
    after = pre(after) + 1;
  end when;
  when time >= begin then
    already = pre(already) + 1;
  end when;
end StartInstant;
