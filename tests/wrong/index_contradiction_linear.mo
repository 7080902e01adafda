// Two capacitors in series with a source of 1 V, charged to 1 V and 2 V.
// `saltus check` tells it too: parameters and constants decide it.
//! error R0110 9:3
//! says u1 + u2 = 1
model M
  Real u1(start = 1, fixed = true), u2(start = 2, fixed = true), i;
equation
  der(u1) = i;
  u1 + u2 = 1;
  der(u2) = 2*i;
end M;
