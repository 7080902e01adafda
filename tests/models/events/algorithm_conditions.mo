// A condition in an algorithm is about the values where it stands: what was assigned before it, and pre of a discrete
// variable that was not. It makes an event at the time of a closed form, and what is done there is done once. x = t.
//! run --stop 4.19 --solver {auto,cvode,dirk}
//| from math import *
// 2*x > 1 at 0.5; 2*x + 1 > 2.5 at 0.75; z keeps what r had there
//! changes z = [0.5] +- 1e-7
//! z(4) = 1 +- 1e-6
//! changes y = [0.75] +- 1e-7
//! y(4) = 2.5 +- 1e-6
// one step for each crossing
//! changes k = [1, 2, 3, 4] +- 1e-14
//! final next = 5
//! changes c = [0.5, 1.5, 2.25, 3.5] +- 1e-14
//! final c = 5
// the integral of min(x, 1)
//! final area = 0.5 + 3.19 +- 1e-6
// how many of x, x - 1, x - 2.5 are beyond 1/2, in a loop whose length is a parameter
//! changes beyond = [0.5, 1.5, 3] +- 1e-7
//! changes seen = [0.5, 1.5, 3] +- 1e-7
//! final seen = 3
// turns of a while-statement: one more whenever x passes a multiple of 0.7
//! changes turns = [0.7*i for i in range(1, 6)] +- 1e-7
//! final left_early = 3
//! changes left_early = [0.5, 1.5, 3] +- 1e-7
// the largest of 3000 conditions that holds
//! changes last = [1, 2, 3, 4] +- 1e-7
// reinit reads what the variable had where it stands
//! final jumped = 2 + 3.19 +- 1e-6
// conditions through functions and calls
//! changes through = [1.25] +- 1e-7
//! changes twice = [1, 3] +- 1e-7
model AlgorithmConditions
  function double
    input Real u;
    output Real y;
  algorithm
    y := 2*u;
  end double;
  parameter Integer m = 3;
  parameter Real t[5] = {0.5, 1.5, 2.25, 3.5, 100};
  Real x(start = 0, fixed = true), r, z, y, limited, area(start = 0, fixed = true), part[3], a, s, q,
      jumped(start = 0, fixed = true), h, f, e[2];
  discrete Real next(start = 1, fixed = true);
  Integer k(start = 0, fixed = true), c(start = 1, fixed = true), beyond, seen(start = 0, fixed = true), turns,
    left_early, last,
    through(start = 0, fixed = true), twice;
equation
  der(x) = 1;
  der(area) = limited;
  der(jumped) = 1;
  part = {x, x - 1, x - 2.5};
algorithm
  r := 2*x;
  when r > 1 then
    z := r;
  end when;
  r := r + 1;
  when r > 2.5 then
    y := r;
  end when;
algorithm
  when time > next then
    next := next + 1;
    k := k + 1;
  end when;
algorithm
  when time > t[c] then
    c := c + 1;
  end when;
algorithm
  limited := x;
  if limited > 1 then
    limited := 1;
  end if;
algorithm
  beyond := 0;
  for i in 1:m loop
    if part[i] > 0.5 then
      beyond := beyond + 1;
    end if;
  end for;
  when change(beyond) then
    seen := seen + 1;
  end when;
algorithm
  a := 0.7;
  turns := 0;
  while a < x loop
    a := a + 0.7;
    turns := turns + 1;
  end while;
algorithm
  left_early := 0;
  for i in 1:3 loop
    s := part[i] - 0.5;
    if s < 0 then
      break;
    end if;
    left_early := i;
  end for;
algorithm
  last := 0;
  for i in 1:3000 loop
    q := i;
    last := if q <= x then i else last;
  end for;
algorithm
  h := x;
  when h > 1 then
    reinit(jumped, h + 1);
  end when;
  h := 100;
algorithm
  f := x - 1;
  when double(f) > 0.5 then
    through := through + 1;
  end when;
  f := 0;
algorithm
  twice := 0;
  for i in 1:2 loop
    e[i] := x - 2*i + 1;
    if e[i] > 0 then
      twice := twice + 1;
    end if;
    e[i] := 0;
  end for;
end AlgorithmConditions;
