// An activation is used as a Boolean, and a Boolean as an activation.
//! error M0309 11:7
//! says has no value that lasts
//! error M0309 12:10
//! says has no value that lasts
//! error M0309 13:7
//! says Activation(condition)
model M
  Activation e = Activation(1), o; Boolean b; Real x;
equation
  b = e;
  x = if e then 1 else 0;
  o = time > 1;
end M;
