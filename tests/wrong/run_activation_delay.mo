// A delay that is infinite.
//! run
//! error R0723 8:15
//! says infinite
model M
  Activation e = Activation(1), o; parameter Real T = 1e308;
equation
  when e then schedule(o, 10*T); end when;
  annotation(experiment(StopTime = 3));
end M;
