// An activation is an input of the whole model: it never comes.
//! good
//! warning S0714 5:20
model M
  input Activation e;
  Integer n(start = 0, fixed = true);
equation
  when e then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 1));
end M;
