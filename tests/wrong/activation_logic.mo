// Sets of instants have no complement, and no union with something that lasts.
//! error M0304 9:18
//! says has no instant
//! error M0304 10:20
//! says Activation(condition)
//! error M0304 11:20
model M
  Activation e = Activation(1);
  Activation n = not e;
  Activation u = e or time > 1;
  Activation w = e + e;
  annotation(experiment(StopTime = 1));
end M;
