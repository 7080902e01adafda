// What a condition lets through has no period.
//! error S0708 5:22
//! says a condition decides whether it comes
model M
  parameter Real T = interval(e);
  Activation e = Activation(1) and x > 0;
  Real x = time;
end M;
