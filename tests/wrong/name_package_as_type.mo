// A package is used as the class of a component.
//! error M0204 8:3
package P
  constant Real g = 9.81;
end P;

model M
  P p;
end M;
