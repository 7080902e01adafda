// An Integer that stands on the wrong side.
//! error S0105 7:3
//! says 'n'
model M
  Integer n;
equation
  3 = integer(n/2);
end M;
