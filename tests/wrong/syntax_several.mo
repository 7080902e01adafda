// Five mistakes in one file, all of which are reported.
//! error M0120 8:23
//! error M0116 11:15
//! error M0143 17:5
//! error M0124 18:3
//! error M0123 19:5
model A
  parameter Real k = 2
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*(x;
end A;

model B
  Real x;
equation
  x := 1;
  end if;
end C;
