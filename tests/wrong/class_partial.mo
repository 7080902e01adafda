// A partial class is simulated.
//! class M
//! error M0491 4:15
partial model M
  Real x;
equation
  x = 1;
end M;
