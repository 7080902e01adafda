// A class with a loop of equations, for external_chain.cosy; alone its input is 0.
//! run --stop 1
//! final y = 0
model Chain
  parameter Real tau = 2;
  input Real q;
  output Real y;
  Real x[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    tau*der(x[i]) = i*q - x[i];
  end for;
  y = x[1] + 10*x[2] + 100*x[3];
end Chain;
