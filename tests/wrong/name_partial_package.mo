// A constant of a partial package.
//! error M0234 8:14
//! says partial
partial package P
  constant Real g = 9.81;
end P;
model M
  Real x = P.g;
end M;
