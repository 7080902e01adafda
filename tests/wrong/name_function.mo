// A function is misspelled.
//! error M0521 5:12
//! says did you mean 'sqrt'?
model M
  Real x = sqr(time);
end M;
