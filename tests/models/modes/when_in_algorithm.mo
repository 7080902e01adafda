// A condition of an algorithm, with a choice in it, keeps its value where modes change: it becomes true once, at v = 1,
// and does not act again when a mode is entered that was left before that.
//! class WhenInAlgorithm
//! run --stop 2.4
//! final n = 1 +- 0
//! final at = 0.7 +- 1e-6
//! final again = 1 +- 0
// A mode that is entered for the first time, at 1 s, has none but old conditions. The clause has acted at 0.7 s, and
// does not act again: the mode takes over what its algorithm has computed, left limits among it.
//! class OtherMode
//! run --stop 2 --solver {auto,cvode,dirk}
//! final n = 1
//! changes n = [0.7] +- 1e-9
//! final at = 0.7 +- 1e-9
//! final x = 0.5
model WhenInAlgorithm
  Real v(start = 0.3, fixed = true);
  discrete Boolean b(start = true, fixed = true);
  Real gear "changes its structure with b";
  Real q;
  Integer n(start = 0, fixed = true);
  discrete Real at(start = 0, fixed = true);
  Integer again(start = 0, fixed = true);
equation
  der(v) = 1;
  when sample(0.3713, 0.53) then
    b = not pre(b);
  end when;
  gear = v*(if pre(b) then -0.3 else 0);
algorithm
  q := v;
  when q >= noEvent(if v > 0 then 1 else 2) then
    n := n + 1;
    at := time;
  end when;
algorithm
  when 2*v >= (if v > 0.5 then 2 else 5) then
    again := again + 1;
  end when;
end WhenInAlgorithm;

model OtherMode
  Real v(start = 0.3, fixed = true), q;
  Integer n(start = 0, fixed = true);
  discrete Real at(start = 0, fixed = true);
  Real x(start = 1, fixed = true), i;
equation
  der(v) = 1;
  der(x) = -i;
  if time < 1 then i = 0; else x = 0.5; end if;
algorithm
  q := v;
  when q >= 1 then
    n := n + 1;
    at := time;
  end when;
end OtherMode;
