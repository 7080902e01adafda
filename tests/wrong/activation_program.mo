// Activations that are programmed where nothing happens, in an algorithm, or that are none.
//! error M0953 11:15
//! error M0955 13:3
//! error M0955 15:14
//! error M0955 16:14
//! error M0309 17:17
//! error M0955 21:5
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
  when sample(0, 1) then
    schedule(o, 1);
  end when;
end M;
