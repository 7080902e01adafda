// A block whose input is not connected, and two whose inputs are connected to nothing else.
//! error M0981 19:8
//! says nothing is connected to it
//! error M0981 21:3
//! says nor that of what it is connected to
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
    MatrixOutput y = [1];
  end Gain;
  Gain a, b, c;
equation
  connect(b.u, c.u);
end M;
