// A Boolean without events.
//! error M0438 4:15
model M
  Boolean b = noEvent(time > 1);
end M;
