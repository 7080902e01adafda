// An array of blocks that is a ring.
//! error M0980 13:3
//! says 'g[2].u' has the size of what it is connected to here
model M
  connector MatrixInput = input Real[:, :];
  connector MatrixOutput = output Real[:, :];
  block Gain
    MatrixInput u;
    MatrixOutput y = 2*u;
  end Gain;
  Gain g[3];
equation
  connect(g[3].y, g[1].u);
  connect(g[1:2].y, g[2:3].u);
end M;
