// Only packages have something to import.
//! error M0224 9:5
//! says not a package
package P
  model A
    parameter Real p = 1; model B end B;
  end A;
  model M
    import P.A.B;
    B b;
  end M;
end P;
