// A matrix for an argument that is a number.
//! error M0994 10:36
//! says argument 1 of 'f' is a number, but 2x2 is given
model M
  function f
    input Real x;
    output Real y = 2*x;
  algorithm
  end f;
  Real y[:, :] = matrixExpression("f(eye(2))*u1", time);
end M;
