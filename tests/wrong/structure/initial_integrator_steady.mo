// Steady state of an integrator says nothing about its state.
//! warning S0325 9:3
//! error R0763 9:3
//! run
model M
  Real x;
  Real u = 1 - time;
initial equation
  der(x) = 0;
equation
  der(x) = u;
end M;
