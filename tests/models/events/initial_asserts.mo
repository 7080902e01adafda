// Assertions of initial sections hold at the beginning, and say nothing about later: x falls below all of them. What a
// loop of unknown length computes jumps with the outcomes of its conditions, for every solver: a step never sees both
// sides.
//! class InitialAsserts.Later
//! run --stop 1
//! x = exp(-t) +- 1e-5
//! events state = 1
//! class InitialAsserts.Loop
//! run --stop 6 --solver {auto,cvode,adams,ida,dirk,rodas,rk4}
//! message none
//! final z = 142.7 +- 1e-4
//! final n = 1
package InitialAsserts
  model Later
    Real x(start = 1, fixed = true);
    discrete Real d(start = 3);
  initial equation
    assert(x > 0.9, "x is small");
  initial algorithm
    d := 2*x;
    assert(d > 1.8, "d is small");
    if x < 0.9 then assert(false, "never"); end if;
  algorithm
    when x < 0.5 then d := x; end when;
  equation
    der(x) = -x;
  end Later;
  model Loop "y = 1 + sum(if x > k then 2*x else -0.5), k from 1 to 5"
    Real x(start = 0.3, fixed = true), y, z(start = 0, fixed = true), zero(start = 0, fixed = true);
    Integer n(start = 0, fixed = true), k;
  algorithm
    y := 1;
    k := 0;
    while k < 5 + integer(zero) loop
      k := k + 1;
      if x > k then y := y + 2*x; else y := y - 0.5; end if;
    end while;
  equation
    der(x) = 1;
    der(zero) = 0;
    der(z) = y;
    when y > 4 then n = pre(n) + 1; end when;
  end Loop;
end InitialAsserts;
