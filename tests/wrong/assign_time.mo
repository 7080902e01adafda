// What is no variable is assigned to: time, an iterator, time among results.
//! error M0560 15:3
//! error M0560 17:5
//! error M0560 20:3
model M
  function two
    output Real a = 1;
    output Real b = 2;
  algorithm
  end two;

  Real x;
  Real y;
algorithm
  time := 3;
  for i in 1:3 loop
    i := 2;
    x := i;
  end for;
  (y, time) := two();
end M;
