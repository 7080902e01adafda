// Activations that lead to each other without a delay.
//! error S0707 5:14
//! says 'b' is made of 'a', 'a' of 'b'
model M
  Activation a = b or start, b = a and time > 0.5, start = Activation(1);
  Integer n(start = 0, fixed = true);
equation
  when a then n = pre(n) + 1; end when;
end M;
