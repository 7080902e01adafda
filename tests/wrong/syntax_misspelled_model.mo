// The word model is misspelled.
//! error M0111 4:1
//! says model
modle M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
