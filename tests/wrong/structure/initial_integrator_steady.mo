// Steady state of an integrator says nothing about its state.
//! error S0202 8:3
//! says the initial equation der(x) = 0 cannot hold: other equations determine 'der(x)' (that is 'u') already
model M
  Real x;
  Real u = 1 - time;
initial equation
  der(x) = 0;
equation
  der(x) = u;
end M;
