// A matrix expression in a function.
//! error M0993 9:10
//! says in a function
model M
  function f
    input Real x[:, :];
    output Real y[size(x, 1), size(x, 2)];
  algorithm
    y := matrixExpression("u1", x);
  end f;
  Real a[1, 1] = f([time]);
end M;
