// A value in the declaration and an equation.
//! error S0102 8:3
//! says the equations area = 2.5 and area = 3 contradict each other
model M
  Real area = 2.5;
  Real h(start = 1, fixed = true);
equation
  area = 3;
  area*der(h) = -h;
end M;
