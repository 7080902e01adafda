// What is protected in a package cannot be imported.
//! error M0224 8:5
//! says protected
package P
  package Q
  protected constant Real y = 3; end Q;
  model M
    import P.Q.y;
    Real z = y;
  end M;
end P;
