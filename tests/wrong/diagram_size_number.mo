// A number and a vector where a matrix is read.
//! error M0982 28:3
//! says write a.u[1, 1]
//! error M0982 29:3
//! says b.u[:, 1]
model M
  connector MatrixInput = input Real[:, :];
  connector MatrixOutput = output Real[:, :];
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block Source
    parameter Real A[:, :] = [1];
    MatrixOutput y = A;
  end Source;
  block Gain
    MatrixInput u;
    MatrixOutput y = 2*u;
  end Gain;
  block Number
    RealOutput y = 1;
    RealOutput v[2] = {1, 2};
    RealInput u;
  end Number;
  Number n(u.start = 0);
  Gain a, b;
  Source s(A = [1, 2]);
equation
  connect(n.y, a.u);
  connect(n.v, b.u);
end M;
