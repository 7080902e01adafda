// Constructors that are called with something else.
//! error M0950 9:29
//! error M0952 10:18
//! error M0952 11:29
//! error M0952 12:18
//! error M0309 13:29
model M
  Activation e = Activation(1);
  Activation a = Activation(1 + time);
  Activation b = Activation();
  Activation c = Activation(e);
  Activation d = Activation({true, false});
  Activation f = Activation("1");
end M;
