// Relations of Integers that move (sign, a function of a state) in algorithms: a condition is about the values where it
// stands, in branches, in loops that are written out and in those that are not. k is -1 up to 0.65 and 0 from there on;
// all of a to f are 0 before and -1 after, when nothing is greater than -1 any more.
//| turns = 0.931/1.432
//! class MovingIntegers
//! run --stop 1
//! a(0.3) = 0
//! b(0.3) = 0
//! c(0.3) = 0
//! d(0.3) = 0
//! e(0.3) = 0
//! f(0.3) = 0
//! changes a = [turns] +- 1e-9
//! changes b = [turns] +- 1e-9
//! changes c = [turns] +- 1e-9
//! changes d = [turns] +- 1e-9
//! changes e = [turns] +- 1e-9
//! changes f = [turns] +- 1e-9
//! final a = -1
//! final f = -1
// sign(x) itself turns, at 0.5, where no Integer does
//! changes g = [0.5] +- 1e-6
//! changes h = [0.5] +- 1e-6
//! final g = 3
//! final h = 7
// in an array of components each has algorithms of its own
//! class Both
//! run --stop 1
//! changes of[1].c = [turns] +- 1e-9
//! changes of[2].d = [turns] +- 1e-9
//! changes of[1].g = [0.5] +- 1e-6
//! changes of[2].h = [0.5] +- 1e-6
//! final of[1].c = -1
//! final of[2].d = -1
//! final of[1].h = 7
model MovingIntegers
  function side input Real u; output Integer y; algorithm y := if u > 0 then 1 else -1; annotation(Inline = false);
  end side;
  Real x(start = -1, fixed = true), z(start = -1, fixed = true);
  Integer k = integer(-0.931 + 1.432*time);
  Integer a, b, c, d, e, f, g, h;
  parameter Integer turns(fixed = false) = 2;
equation
  der(x) = 0;
  der(z) = 2;
algorithm
  a := -1;
  if a - k > sign(x) then
    a := 0;
  end if;
algorithm
  b := -1;
  for i in 1:2 loop
    if b - k > sign(x) then
      b := 0;
    end if;
  end for;
algorithm
  c := -1;
  for i in 1:turns loop
    if c - k > sign(x) then
      c := 0;
    end if;
  end for;
algorithm
  d := -2;
  while d < -1 loop
    d := d + 1;
    if d - k > sign(x) then
      d := d + 1;
    end if;
  end while;
algorithm
  e := -1;
  if e - k > side(x) then
    e := 0;
  end if;
algorithm
  f := -1;
  for i in 1:2 loop
    if f - k > side(x) then
      f := 0;
    end if;
  end for;
algorithm
  g := 2;
  if g - 2 < sign(z) then
    g := 3;
  end if;
algorithm
  h := 5;
  for i in 1:turns loop
    if h - 5 - i < sign(z) - 1 then
      h := h + 1;
    end if;
  end for;
end MovingIntegers;

model Both
  MovingIntegers of[2];
end Both;
