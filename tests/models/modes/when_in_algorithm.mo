// A condition of an algorithm, with a choice in it, keeps its value where modes change: it becomes true once, at v = 1, and does not act again when a mode is
// entered that was left before that.
//! run --stop 2.4
//! final n = 1 +- 0
//! final at = 0.7 +- 1e-6
//! final again = 1 +- 0
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
