// Initial conditions that are more than are needed and hold: x + y = 3 and the rate of x follow from the others. (E283)
//! warning S0325 12:3
//! says one more than is needed
//! warning S0325 11:3
//! warning S0325 9:36
//! good
model M
  Real z(start = 3, fixed = true);
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
initial equation
  x + y = 3;
  der(x) = -1;
equation
  der(x) = -x;
  der(y) = -y;
  z = x + y;
end M;
