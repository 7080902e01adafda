// An Integer grows beyond its range in a function.
//! run
//! error R0320 11:5
//! says too large
function f
  input Integer n;
  output Integer y;
algorithm
  y := n;
  for i in 1:200 loop
    y := 3*y;
  end for;
end f;

model M
  Integer n = f(3 + integer(time));
end M;
