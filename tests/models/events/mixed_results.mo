// A function gives a Real that moves with time and an Integer that changes at events only. Whoever waits for the
// Integer must see it change, whether the Real is needed by anybody or not. The condition turns at 0.123 + k*0.233.
//! class MixedResults.One
//! run --stop 1.13
//! final count = 5
//! run --stop 1.13 --vars count
//! final count = 5
//! class MixedResults.Two
//! run --stop 1.13 --vars count
//! final count = 4
package MixedResults
  function signs
    input Real x;
    input Boolean b;
    output Real y;
    output Integer n;
  algorithm
    y := sin(x);
    n := if b then 2 else -2;
  end signs;
  function through
    input Real x;
    input Integer k;
    output Real y;
    output Integer n;
  algorithm
    y := x;
    for i in 1:3 loop
      y := y + i;
    end for;
    n := k;
  end through;
  model One
    Real y;
    Integer n;
    Integer count(start = 0, fixed = true);
  equation
    (y, n) = signs(time, mod(time, 0.233) > 0.123);
    when n > 0 then
      count = pre(count) + 1;
    end when;
  end One;
  model Two
    Real y, z;
    Integer n, m;
    Integer count(start = 0, fixed = true);
  equation
    (y, n) = signs(time, mod(time, 0.233) > 0.123);
    (z, m) = through(time*n, n);
    when m < 0 then
      count = pre(count) + 1;
    end when;
  end Two;
end MixedResults;
