// The operator and is written as in C.
//! error M0104 7:16
//! says and
model M
  Boolean b;
equation
  b = time > 1 && time < 2;
end M;
