// An Integer is divided by zero.
//! run
//! error R0320 7:15
//! says divided by zero
model M
  Integer n = integer(time);
  Integer q = div(5, n);
end M;
