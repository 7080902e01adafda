// Two blocks of one source need each other's new value.
//! error S0104 7:15
model M
  Activation e = Activation(1);
  Integer x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  when e then x = y + 1; end when;
  when e then y = 2*x; end when;
end M;
