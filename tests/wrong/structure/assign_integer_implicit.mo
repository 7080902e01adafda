// An Integer that would have to be solved for.
//! error S0105 8:3
//! says this equation cannot be solved for 'n'
model M
  Integer n, k;
equation
  k = integer(time);
  2*n = k;
end M;
