// Two initial equations for one state.
//! warning S0325 9:3
//! error R0763 9:3
//! run
model M
  Real x;
initial equation
  x = 1;
  der(x) = 2;
equation
  der(x) = -x;
end M;
