// Events that are lost and cancelled are told, once for each activation.
//! good
//! warning R0725 9:15
//! warning R0724 8:15
model M
  Activation e = Activation(1), c = Activation(3, 0.5), o, p;
equation
  when e then schedule(o, 1.5); schedule(p, 0.8); end when;
  when c then cancel(p); end when;
  annotation(experiment(StopTime = 3));
end M;
