// An import of something that is not there.
//! error M0224 9:3
//! says did you mean 'g'?
package P
  constant Real g = 9.81;
end P;

model M
  import P.gg;
  Real x = 1;
end M;
