// A thousand unknowns without equations give a short message.
//! error S0101 6:8
//! says the model has 2000 equations too few: nothing determines 'flow_in[1:1000]', 'loss[1:1000]'
model M
  Real x[1000](each start = 1, each fixed = true);
  Real flow_in[1000];
  Real loss[1000];
equation
  for i in 1:1000 loop
    der(x[i]) = flow_in[i] - loss[i];
  end for;
end M;
