// What is imported cannot be modified.
//! error M0211 10:15
//! says imported
package P
  model A Real x = 2; end A;
  model B
    import N = P.A;
    N m;
  end B;
  model M B b(N = 3); end M;
end P;
