// Two activations lead to each other without a delay.
//! run
//! error R0201 8:23
//! says more than 100 microsteps in one instant
model M
  Activation a, b;
equation
  when initial() then schedule(a, 0.5); end when;
  when a then schedule(b, 0); end when;
  when b then schedule(a, 0); end when;
end M;
