// A name comes in by two imports.
//! error M0245 12:3
package P
  constant Real g = 9.81;
end P;
package Q
  constant Real g = 1.62;
end Q;

model M
  import P.*;
  import Q.*;
  Real x = g;
end M;
