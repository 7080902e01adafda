// Left limits and derivatives with their signs, where one name is the negative of another. In the first mode z is a
// state and w stands for -z; in the second one w stands for itself, because it has the start value. u is the negative
// of a state in both. The clause acts in the instant between them: it reads what was before. The last two clauses see
// the jump of w to 5, so they act when the second mode has been entered, and read what was before as well.
//! run --stop 2 --vars q,r,p,o,z,w,y,der(z),der(y),der(u)
//! q(1.5) = -exp(-1) +- 1e-5
//! r(1.5) = exp(-1) +- 1e-5
//! p(1.5) = -exp(-1) +- 1e-5
//! o(1.5) = exp(-1) +- 1e-5
//! z(0.5) = exp(-0.5) +- 1e-5
//! z(2) = -5
//! w(2) = 5
//! value right("der(z)", 0.5) = -exp(-0.5) +- 1e-5
//! value right("der(y)", 0.5) = 2 +- 1e-9
//! value right("der(y)", 1.5) = -3 +- 1e-9
//! value left("der(y)", 1) = 2 +- 1e-9
//! y(2) = -1 +- 1e-9
//! value right("der(u)", 0.5) = -cos(0.5) +- 1e-5
//! value right("der(u)", 1.5) = -cos(1.5) +- 1e-5
model left_limit_of_negated
  Real z, w(start = -1, fixed = true), q(start = 0, fixed = true), r(start = 0, fixed = true);
  Real p(start = 0, fixed = true), o(start = 0, fixed = true);
  Real x(start = 0, fixed = true), y, s(start = 0, fixed = true), u, du;
  Boolean on = time > 1;
equation
  w = -z;
  y = -x;
  der(s) = cos(time);
  u = -s;
  du = der(u);
  if on then
    w = 5;
    der(y) = -3;
  else
    der(z) = -z;
    der(y) = 2;
  end if;
  when on then
    q = pre(w);
    r = pre(z);
  end when;
  when w > pre(w) + 3 then
    p = pre(w);
  end when;
  when z < pre(z) - 3 then
    o = pre(z);
  end when;
end left_limit_of_negated;
