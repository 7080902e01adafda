// A table of times, looked through by a loop of an algorithm: each row is an event of time. The value of the last row
// whose time has come holds, and a when-clause counts the changes.
//! run --step 0.3
//! changes y = [0.25, 0.5, 0.8] +- 1e-12
//! y(0) = 0
//! y(0.3) = 3
//! y(0.6) = 5
//! y(0.9) = -1
//! final n = 3
//! events time = 3
model M
  parameter Real t[3] = {0.25, 0.5, 0.8};
  parameter Integer x[3] = {3, 5, -1};
  Integer y, n(start = 0, fixed = true);
algorithm
  y := 0;
  for i in 1:size(t, 1) loop
    if time >= t[i] then
      y := x[i];
    end if;
  end for;
  when change(y) then
    n := pre(n) + 1;
  end when;
end M;
