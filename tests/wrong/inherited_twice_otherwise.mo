// An element that comes from two base classes with different modifications: the first one is used.
//! good
//! class P.D
//! warning M0239 8:10
//! says the first one
package P
  model A
    Real x;
  equation
    x = 1;
  end A;
  model B
    extends A(x(start = 1));
  end B;
  model C
    extends A(x(start = 2));
  end C;
  model D
    extends B;
    extends C;
  end D;
end P;
