// The factor of subSample must be known when the model is translated.
//! error M0314 10:20
//! says an argument of 'subSample' must be known before the run, but 'n' is a variable
model M
  Integer n(start = 0), k;
  Real a, b;
equation
  a = sample(time, Clock(0.1));
  n = previous(n) + (if a > 0 then 1 else 2);
  b = subSample(a, n);
  k = n;
end M;
