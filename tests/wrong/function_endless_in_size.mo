// A function that never ends decides over a size.
//! error M0318 15:10
function f
  input Integer n;
  output Integer y;
algorithm
  y := n;
  while y > 0 loop
    y := y + 1;
    y := y - 1;
  end while;
end f;

model M
  Real x[f(4)];
equation
  x = fill(1, size(x, 1));
end M;
