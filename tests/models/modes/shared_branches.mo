// What is open in a mode is shared (E29), however many branches a switch has, and wherever the branches stand.
//
// Two transistors with their diodes side by side, behind 2 Ohm: until 0.5 s both are fired and each carries half of the
// current, 10/2/2 A; until 1 s the first alone; then the source is turned round and both diodes carry half of -10/2 A
// each; at 2 s the source turns back, and neither conducts.
//| def is_at(right, t, *wanted):
//|     got = [right(name, t) for name in ("v[1]", "v[2]", "i[1]", "i[2]")]
//|     return max(abs(x - y) for x, y in zip(got, wanted)) < 1e-12
//| def side_by_side(right):
//|     return (is_at(right, 0.2, 0, 0, 2.5, 2.5) and is_at(right, 0.7, 0, 0, 5, 0)
//|             and is_at(right, 1.5, 0, 0, -2.5, -2.5) and is_at(right, 2.5, 10, 10, 0, 0))
//| def in_series(right):
//|     return (is_at(right, 0.5, 0, 0, 3, 3) and is_at(right, 1.5, 6, 6, 0, 0) and is_at(right, 2.5, 0, 0, -3, -3))
//! class SharedBranches.ByElseif
//! run --stop 3 --step 0.1
//! check side_by_side(right)
//! message none
//! class SharedBranches.Array
//! run --stop 3 --step 0.1
//! check side_by_side(right)
//! message none
//! class SharedBranches.Inside
//! run --stop 3 --step 0.1
//! check side_by_side(right)
//! message none
//! class SharedBranches.Inverse
//! run --stop 3 --step 0.1
//! check side_by_side(right)
//! message none
//! class SharedBranches.ByNumber
//! run --stop 3 --step 0.1
//! check side_by_side(right)
//! message none
//! class SharedBranches.ByNumberInside
//! run --stop 3 --step 0.1
//! check side_by_side(right)
//! message none
// In series across 12 V and 4 Ohm, open from 1 s to 2 s, where each has half of the voltage. Before, both are fired,
// and then the diodes of both conduct.
//! class SharedBranches.SeriesByElseif
//! run --stop 3 --step 0.1
//! check in_series(right)
//! message none
//! class SharedBranches.SeriesInside
//! run --stop 3 --step 0.1
//! check in_series(right)
//! message none
// A selector between 6 V, 10 V and nothing, twice, side by side on 1 Ohm: where both stand on 6 V, each gives half.
//! class SharedBranches.Selectors
//! run --stop 4 --step 0.5
//! value [right('i[1]', 0.5), right('i[2]', 0.5)] = [3, 3] +- 1e-12
//! value [right('i[1]', 1.5), right('i[2]', 1.5)] = [0, 10] +- 1e-12
//! value [right('i[1]', 2.5), right('i[2]', 2.5)] = [5, 5] +- 1e-12
//! value [right('i[1]', 3.5), right('i[2]', 3.5)] = [0, 0] +- 1e-12
package SharedBranches
  partial model Pair
    Real v[2], i[2], u = if time < 1 or time >= 2 then 10 else -10;
    Boolean fired[2] = {time < 1, time < 0.5}, on[2](each start = false, each fixed = true);
  equation
    for k in 1:2 loop
      v[k] = u - 2*sum(i);
    end for;
  end Pair;

  partial model Remembers
    extends Pair;
  equation
    for k in 1:2 loop
      on[k] = if fired[k] then false elseif pre(on[k]) then i[k] <= 0 else v[k] < 0;
    end for;
  end Remembers;

  model ByElseif
    extends Remembers;
  equation
    if fired[1] then v[1] = 0; elseif on[1] then v[1] = 0; else i[1] = 0; end if;
    if fired[2] then v[2] = 0; elseif on[2] then v[2] = 0; else i[2] = 0; end if;
  end ByElseif;

  model Array
    extends Remembers;
  equation
    for k in 1:2 loop
      if fired[k] then v[k] = 0; elseif on[k] then v[k] = 0; else i[k] = 0; end if;
    end for;
  end Array;

  model Inside
    extends Remembers;
  equation
    for k in 1:2 loop
      if fired[k] then v[k] = 0; else if on[k] then v[k] = 0; else i[k] = 0; end if; end if;
    end for;
  end Inside;

  model Inverse "the branch inside comes first, and the switch off is last but one"
    extends Remembers;
  equation
    for k in 1:2 loop
      if not fired[k] then
        if not on[k] then i[k] = 0; else v[k] = 0; end if;
      else
        v[k] = 0;
      end if;
    end for;
  end Inverse;

  model ByNumber
    extends Pair;
    Integer state[2](each start = 0, each fixed = true);
  equation
    on = {state[1] == 2, state[2] == 2};
    for k in 1:2 loop
      state[k] = if fired[k] then 1 elseif (if pre(state[k]) == 2 then i[k] <= 0 else v[k] < 0) then 2 else 0;
      if state[k] == 0 then i[k] = 0; elseif state[k] == 1 then v[k] = 0; else v[k] = 0; end if;
    end for;
  end ByNumber;

  model ByNumberInside
    extends Pair;
    Integer state[2](each start = 0, each fixed = true);
  equation
    on = {state[1] == 2, state[2] == 2};
    for k in 1:2 loop
      state[k] = if fired[k] then 1 elseif (if pre(state[k]) == 2 then i[k] <= 0 else v[k] < 0) then 2 else 0;
      if state[k] > 0 then
        if state[k] == 1 then v[k] = 0; else 0 = v[k]; end if;
      else
        i[k] = 0;
      end if;
    end for;
  end ByNumberInside;

  partial model Series
    Real v[2], i[2], u = if time < 2 then 12 else -12;
    Boolean fired = time < 1, on[2](each start = false, each fixed = true);
  equation
    u = 4*i[1] + sum(v);
    i[1] = i[2];
    for k in 1:2 loop
      on[k] = if fired then false elseif pre(on[k]) then i[k] <= 0 else v[k] < 0;
    end for;
  end Series;

  model SeriesByElseif
    extends Series;
  equation
    for k in 1:2 loop
      if fired then v[k] = 0; elseif on[k] then v[k] = 0; else i[k] = 0; end if;
    end for;
  end SeriesByElseif;

  model SeriesInside
    extends Series;
  equation
    for k in 1:2 loop
      if fired then v[k] = 0; else if on[k] then v[k] = 0; else i[k] = 0; end if; end if;
    end for;
  end SeriesInside;

  model Selectors
    Real v, i[2];
    Integer at[2] = if time < 1 then {1, 1} elseif time < 2 then {0, 2} elseif time < 3 then {2, 2} else {0, 0};
  equation
    v = sum(i);
    for k in 1:2 loop
      if at[k] == 1 then v = 6; elseif at[k] == 2 then v = 10; else i[k] = 0; end if;
    end for;
  end Selectors;
end SharedBranches;
