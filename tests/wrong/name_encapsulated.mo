// A constant outside of an encapsulated class is used in it.
//! error M0301 7:24
//! says 'A' is encapsulated
package P
  constant Real x = 2;
  encapsulated model A
    parameter Real y = x;
  end A;
  model M
    A a;
  end M;
end P;
