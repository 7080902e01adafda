// Two blocks that take their sizes from each other.
//! error M0980 20:3
//! says 'b.u' has the size of what it is connected to here
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
  Gain a, b;
equation
  connect(a.y, b.u);
  connect(b.y, a.u);
end M;
