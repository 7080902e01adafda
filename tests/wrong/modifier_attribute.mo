// An attribute that a Real does not have.
//! error M0212 5:10
//! says did you mean 'start'?
model M
  Real x(strat = 1);
equation
  x = 1;
end M;
