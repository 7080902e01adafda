// An algorithm and an equation both set a variable.
//! error S0102 9:3
//! says two equations determine 'x': one of them is too many
model M
  Real x, y;
algorithm
  x := 2*time;
equation
  x = 3*time;
  y = x;
end M;
