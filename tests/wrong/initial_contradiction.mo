// Two initial equations for one state.
//! warning S0325 9:3
//! error R0763 9:3
// `saltus check` tells it too: parameters and constants decide it.
model M
  Real x;
initial equation
  x = 1;
  der(x) = 2;
equation
  der(x) = -x;
end M;
