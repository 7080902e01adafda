// Functions that ask to be written out (Inline), inside of other functions too, with arrays of more than a few
// elements, loops and branches that numbers decide over, and with relations, which make no events. Evaluated
// parameters, and final ones that are made of them and of themselves.
//! class Inline.Written
//! run --stop 2
//! y[1] = 3*t +- 1e-12
//! y[5] = 11*t +- 1e-12
//! z = 35*t +- 1e-12
//! picked = -t +- 1e-12
//! limited = min(t, 1) +- 1e-12
//! events state = 0
//! swapped[1] = 2*t +- 1e-12
//! swapped[2] = t +- 1e-12
//! kept = t**2 +- 1e-12
// a circle by the formulas: x^2 + x = 2 is solved for x by the inverse of what was written out
//! x = (-1 + sqrt(1 + 4*(2 + t)))/2 +- 1e-9
//! class Inline.Evaluated
//! run --stop 1
//! y = 7 +- 1e-12
//! table[3] = 4 +- 1e-12
//! s = 1 - exp(-t) +- 1e-5
//! run --stop 1 -p axis=2
//! y = 8 +- 1e-12
package Inline
  function odd
    input Real u[:], t;
    output Real y[size(u, 1)];
  algorithm
    for i in 1:size(u, 1) loop
      y[i] := (2*u[i] + 1)*t;
    end for;
    annotation(Inline = true);
  end odd;

  function total
    input Real u[:], t;
    output Real s;
  protected
    Real y[size(u, 1)];
  algorithm
    y := odd(u, t);
    s := sum(y);
    annotation(Inline = true);
  end total;

  function pick
    input Integer way;
    input Real t;
    output Real y;
  algorithm
    if way == 1 then
      y := t;
    elseif way == 2 then
      y := -t;
    else
      assert(false, "no such way");
    end if;
    annotation(LateInline = true);
  end pick;

  function limit
    input Real u;
    output Real y;
  algorithm
    y := if u > 1 then 1 else u;
    annotation(Inline = true);
  end limit;

  function swap
    input Real u[2];
    output Real y[2];
  algorithm
    y := u;
    y := {y[2], y[1]};
    annotation(Inline = true);
  end swap;

  function square
    input Real u;
    output Real y = u*u;
  algorithm
    annotation(Inline = false);
  end square;

  function hill
    input Real u;
    output Real y;
  algorithm
    y := u^2 + u;
    annotation(Inline = true);
  end hill;

  model Written
    Real y[5] = odd({1, 2, 3, 4, 5}, time), z = total(linspace(1, 5, 5), time), picked = pick(2, time),
        limited = limit(time);
    Real swapped[2] = swap({time, 2*time}), kept = square(time), x(start = 1);
  equation
    hill(x) = 2 + time;
  end Written;

  model Evaluated
    parameter Integer axis = 1 annotation(Evaluate = true);
    final parameter Real e[3] = {if axis == i then 1 else 0 for i in 1:3};
    final parameter Real table[3] = {1, 2*table[1], 2*table[2]};
    Real y = e*{7, 8, 9};
    Real s(start = 0, fixed = true);
  equation
    // e[3] is nothing, so this is solved for der(s)
    e[1]*(der(s) + s - 1) + e[2]*(der(s) - time) + e[3]*s = 0;
  end Evaluated;
end Inline;
