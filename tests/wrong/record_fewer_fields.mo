// The result of a function has fewer fields than the record that it is given to.
//! error M0408 18:19
model M
  record A
    Real a;
  end A;

  record B
    Real a;
    Real b;
  end B;

  function f
    output A a = A(1);
  algorithm
  end f;

  parameter B b = f();
end M;
