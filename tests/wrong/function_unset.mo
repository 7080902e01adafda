// Locals of functions that are read before they have a value, and a result that nothing sets: both are 0, without a
// word. What a branch or an earlier round of a loop may have set is not told.
//! warning M0569 13:3
//! good
//! warning M0569 26:15
function f
  input Real x;
  output Real y;
protected
  Real z, w;
algorithm
  w := x;
  y := w*z;
  for i in 1:3 loop
    if i > 1 then
      y := y + w;
    else
      w := 2;
    end if;
  end for;
end f;

function g
  input Real x;
  output Real y;
  output Real never;
protected
  Real v[2], late;
algorithm
  v[1] := x;
  v[2] := size(v, 1);
  for i in 1:2 loop
    if i == 2 then
      y := late + v[1] + v[2];
    end if;
    late := i;
  end for;
end g;

model FunctionUnset
  Real x = f(time), y = g(time);
end FunctionUnset;
