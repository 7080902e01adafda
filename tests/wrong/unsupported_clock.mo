// Clocks.
//! error M0902 5:3
//! says not supported yet
model M
  Clock c = Clock(0.1);
  Real x = 1;
end M;
