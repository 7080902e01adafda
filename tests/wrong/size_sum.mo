// Two vectors of different sizes are added.
//! error M0305 4:25
model M
  Real x[3] = {1, 2, 3} + {1, 2};
end M;
