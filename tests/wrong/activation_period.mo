// Periods that are none: zero means always, -1 the beginning.
//! error M0951 8:29
//! says ordinary equation
//! error M0951 9:29
//! says Activation(initial())
//! error M0951 10:29
model M
  Activation a = Activation(0);
  Activation b = Activation(-1);
  Activation c = Activation(-0.5);
end M;
