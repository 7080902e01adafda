// A state that is fixed, and in steady state too.
//! error S0202 7:3
//! says there is one initial condition too many for 'T', 'der(T)'
model M
  Real T(start = 300, fixed = true);
initial equation
  der(T) = 0;
equation
  der(T) = 350 - T;
end M;
