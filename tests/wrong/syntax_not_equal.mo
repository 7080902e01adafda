// An operator of C.
//! error M0104 7:12
//! says <>
model M
  Boolean b;
equation
  b = time != 1;
end M;
