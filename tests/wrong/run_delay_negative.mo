// A negative delay.
//! options -p T=-0.1
//! run
//! error R0105 8:12
//! says negative
model M
  parameter Real T = 0.1;
  Real x = delay(time, T);
end M;
