// Fixed steps that are a little too long: Euler's method makes exp(5) smaller by 2.5 %.
//! options --solver euler --step 0.01
//! good
//! warning R0236
//! says 'x' is off by about 2.5 % of its size at time 5
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = x;
  annotation(experiment(StopTime = 5));
end M;
