// A matrix where a number is read.
//! error M0429 28:3
//! says say with subscripts
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
  connect(s.y, a.u);
  connect(s.y, b.u);
  connect(s.y, n.u);
end M;
