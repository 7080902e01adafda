// An algorithm programs an element that is known during the run only.
//! error S0713 10:5
model M
  Activation e = Activation(1), o[3];
  Integer k(start = 1, fixed = true), n(start = 0, fixed = true);
algorithm
  when e then
    k := mod(k, 3) + 1;
    n := n + 1;
    schedule(o[k], 0.5);
  end when;
end M;
