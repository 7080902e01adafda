// A state that is fixed, and in steady state too.
//! warning S0325 8:3
//! error R0763 8:3
// `saltus check` tells it too: parameters and constants decide it.
model M
  Real T(start = 300, fixed = true);
initial equation
  der(T) = 0;
equation
  der(T) = 350 - T;
end M;
