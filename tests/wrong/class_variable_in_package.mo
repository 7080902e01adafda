// A package with a variable.
//! class P.M
//! error M0241 5:8
package P
  Real x = 1;
  model M
    Real y = 1;
  end M;
end P;
