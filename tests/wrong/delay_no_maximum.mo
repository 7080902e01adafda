// A varying delay without its longest value.
//! error M0527 4:12
model M
  Real x = delay(time, time);
end M;
