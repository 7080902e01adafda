// if expressions of arrays and records, comparisons in comprehensions, min and max of arrays that move, sorting by
// conditions.
//! class IfArrays.Use
//! run --stop 2 --step 0.5
//! value [right('v[2]', t) for t in (0, 0.5, 1, 1.5, 2)] = [2, 2, -2, -2, -2]
//! value [right('r.x', t) for t in (0.5, 1.5)] = [1, 10]
//! final count = 3
//! m = max(sin(t), cos(t), 0.8) +- 1e-12
//! lo = min(t, 1.2, 2 - t) +- 1e-12
package IfArrays
  record P
    Real x, y;
  end P;
  model Use
    Real v[3] = if time < 1 then {1, 2, 3} else -{1, 2, 3};
    P r = if time < 1 then P(1, 2) else P(10, 20);
    parameter Real data[5] = {3, -1, 4, -1, 5};
    Integer count = sum(if d > 0 then 1 else 0 for d in data);
    Real m = max({sin(time), cos(time), 0.8});
    Real lo = min({time, 1.2, 2 - time});
  end Use;
end IfArrays;
