// A function that is not for equations.
//! error M0142 6:3
model M
  Real x = 1;
equation
  break;
end M;
