// Which element of the array the number is made of changes in the run.
//! error S0772 7:18
model M
  discrete Real z[2](each start = 0, each fixed = true);
  Integer k(start = 1, fixed = true), n(start = 0, fixed = true);
  Real u = z[k];
  Activation e = activation(u), a = Activation(1);
equation
  when a then
    z = {time, 2*time};
    k = 3 - pre(k);
  end when;
  when e then n = pre(n) + 1; end when;
end M;
