// Two outputs drive the same input.
//! error M0427 21:3
//! says a.y
//! says b.y
connector Out = output Real;
connector In = input Real;

block Source
  Out y = 1;
end Source;
block Sink
  In u;
  Real x = u;
end Sink;

model M
  Source a, b;
  Sink s;
equation
  connect(a.y, s.u);
  connect(b.y, s.u);
end M;
