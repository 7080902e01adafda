// A function of another language.
//! error M0521 4:12
model M
  Real x = log2(time + 1);
end M;
