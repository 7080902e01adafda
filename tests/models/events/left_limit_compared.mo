// Conditions that compare a variable with its left limit hold in the instant in which the variable jumps, and not
// behind it: there the left limit is the value itself. They turn back in an instant of its own at the same time (E172),
// so each of the jumps is seen, also that which follows at once. w rises by 1 in each second and jumps by 4 at 1, 2, 3
// s; at 3 s by 4 more, because of the first jump. y is -w, and v jumps with it although it is no state.
//! class Compared.Jumps
//! run --stop 4.5 --step 0.25 --solver {auto,cvode,dirk}
//! final n = 3
//! final back = 3
//! final fell = 3
//! final seen = 3
//! final last = 2 + 2*4 + 1 +- 1e-9
//! changes n = [1, 2, 3] +- 1e-9
//! changes back = [1, 2, 3] +- 1e-9
//! final big = 0
//! w(0.5) = 0.5 +- 1e-9
//! w(4.5) = 4.5 + 3*4 +- 1e-9
//! check all(x == round(x) for x in changes("back"))
//! class Compared.Twice
//! run --stop 2.5
//! final n = 2
//! final w = 2.5 + 4 + 10 +- 1e-9
//! class Compared.Endless
//! run --stop 2
//! status failed
//! message R0201 do not come to an end
package Compared
  model Jumps
    Real w(start = 0, fixed = true), y = -w, v = 2*w;
    Integer n(start = 0, fixed = true), back(start = 0, fixed = true), fell(start = 0, fixed = true),
        seen(start = 0, fixed = true);
    Real last(start = 0, fixed = true);
    Boolean big = w > pre(w) + 3;
  equation
    der(w) = 1;
    when sample(1, 1) and time < 3.5 then
      reinit(w, pre(w) + 4);
    end when;
    when w > pre(w) + 3 then
      n = pre(n) + 1;
      last = pre(w);
    end when;
    when w < pre(w) + 3 then
      back = pre(back) + 1;
    end when;
    when y < pre(y) - 3 then
      fell = pre(fell) + 1;
    end when;
    when v > pre(v) + 7 then
      seen = pre(seen) + 1;
    end when;
  end Jumps;
  model Twice "the end of the first jump makes the second one, at the same time"
    Real w(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(w) = 1;
    when {time > 1, pre(n) == 1 and w <= pre(w) + 3} then
      n = pre(n) + 1;
      reinit(w, pre(w) + (if pre(n) == 0 then 4 else 10));
    end when;
  end Twice;
  model Endless "each jump makes the next one"
    Real w(start = 0, fixed = true);
  equation
    der(w) = 1;
    when {time > 1, w <= pre(w) + 3} then
      reinit(w, pre(w) + 4);
    end when;
  end Endless;
end Compared;
