// A package is made from a model.
//! error M0230 8:13
model A
  model B
    Real x = 1;
  end B;
end A;
package P = A;

model M
  P.B b;
end M;
