// Activations that are programmed where nothing happens, or that are none.
//! error M0953 12:15
//! error M0955 14:3
//! error M0955 16:14
//! error M0955 17:14
//! error M0309 18:17
//! error M0955 21:3
//! error M0955 23:14
model M
  Activation e = Activation(1), o;
  Real x; Boolean b;
  Boolean a = active(e);
equation
  schedule(o, 1);
  when e then
    schedule(x, 1);
    schedule(e or o, 1);
    schedule(o, b);
  end when;
algorithm
  schedule(o, 1);
  when sample(0, 1) then
    schedule(x, 1);
  end when;
end M;
