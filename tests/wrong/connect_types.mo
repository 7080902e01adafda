// A Real and a Boolean signal.
//! error M0430 18:3
connector RealOut = output Real;
connector BooleanIn = input Boolean;

block Source
  RealOut y = 1;
end Source;
block Sink
  BooleanIn u;
  Boolean x = u;
end Sink;

model M
  Source a;
  Sink s;
equation
  connect(a.y, s.u);
end M;
