// The unknowns of a loop are rates of states: a loop that has no solution yet begins with the rates of the run, not
// with what memory held (tests/perturbed.py), and rows of the output change nothing (tests/recorded.py).
// Known answers: x + y = sqrt(9 + 3*time), x - y = +-sqrt(1 + 3*time), by the root that the start value selects.
//| def whole(a): return 2/9*((a + 3)**1.5 - a**1.5)      # the integral of sqrt(a + 3*t) from 0 to 1
//! class LoopsOfRates.Larger
//! run --solver {auto,cvode,ida,dirk,rodas}
//! final x = (sqrt(12) + 2)/2 +- 1e-9
//! final area = (whole(9) + whole(1))/2 +- 1e-5
//! class LoopsOfRates.Smaller
//! run --solver {auto,cvode,ida,dirk,rodas}
//! final x = (sqrt(12) - 2)/2 +- 1e-9
//! final area = (whole(9) - whole(1))/2 +- 1e-5
//! class LoopsOfRates.Both
//! run --solver {auto,cvode,ida,dirk,rodas}
//! final area[1] = (whole(9) + whole(1))/2 +- 1e-5
//! final area[2] = (whole(9) - whole(1))/2 +- 1e-5
package LoopsOfRates
  partial model Loop
    Real x, y, area(start = 0, fixed = true);
  equation
    der(area) = x;
    x^2 + y^2 = 5 + 3*time;
    x*y = 2;
  end Loop;
  model Larger extends Loop(x(start = 1.9)); end Larger;
  model Smaller extends Loop(x(start = 1.1)); end Smaller;
  model Both
    Real x[2](start = {1.9, 1.1}), y[2], area[2](each start = 0, each fixed = true);
  equation
    der(area) = x;
    for i in 1:2 loop
      x[i]^2 + y[i]^2 = 5 + 3*time;
      x[i]*y[i] = 2;
    end for;
  end Both;
end LoopsOfRates;
