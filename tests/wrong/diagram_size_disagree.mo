// A size that one connection gives and another one does not agree with.
//! error M0429 21:5
//! says has its size from here
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
  block Inner
    MatrixInput u;
    RealInput v[2, 2];
  equation
    connect(u, v);
  end Inner;
  Source s(A = [1, 2, 3]);
  Inner i;
equation
  connect(s.y, i.u);
end M;
