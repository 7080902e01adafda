// Two initial equations for one state.
//! error S0202 7:3
model M
  Real x;
initial equation
  x = 1;
  der(x) = 2;
equation
  der(x) = -x;
end M;
