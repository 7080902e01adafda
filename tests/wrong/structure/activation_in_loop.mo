// An activation is made in the condition of a when that stands for several.
//! error S0709 7:5
model M
  Integer n[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    when Activation(i) then n[i] = pre(n[i]) + 1; end when;
  end for;
end M;
