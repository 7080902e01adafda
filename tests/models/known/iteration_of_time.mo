// A root by Newton's method, in a loop of unknown length, of the time and of a state. What the loop compares is
// rounding in the end: only the first turns are read. The run took a minute before. Of time the integral is known, and
// the state follows one that the function sqrt drives.
//! run --stop 4 --solver {auto,cvode,dirk,rodas}
//! value final["x"] = 2/3*(5**1.5 - 1) +- 1e-5
//! value final["y"] = final["z"] +- 1e-6
package Iteration
  function root
    input Real a;
    output Real y;
  protected
    Real z;
  algorithm
    y := 1 + a;
    z := 0;
    while abs(y - z) > 1e-14*y loop
      z := y;
      y := 0.5*(y + a/y);
    end while;
  end root;
  model IterationOfTime
    Real x(start = 0, fixed = true), y(start = 4, fixed = true), z(start = 4, fixed = true);
  equation
    der(x) = root(time + 1);
    der(y) = 1 - root(y);
    der(z) = 1 - sqrt(z);
  end IterationOfTime;
end Iteration;
