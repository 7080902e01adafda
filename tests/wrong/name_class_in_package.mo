// A package has no such class.
//! error M0202 11:3
//! says did you mean 'Tank'?
package P
  model Tank
    Real h = 1;
  end Tank;
end P;

model M
  P.Tnk t;
end M;
