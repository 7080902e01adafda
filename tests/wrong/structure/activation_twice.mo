// An activation is programmed, and given by an equation too.
//! error S0710 6:15
model M
  Activation e = Activation(1), o = e;
equation
  when e then schedule(o, 1); end when;
end M;
