// A state is set by reinit in two when-equations.
//! good
//! warning M0453 12:5
//! says elsewhen
model M
  Real x(start = 1, fixed = true);
equation der(x) = -1;
  when time > 0.5 then
    reinit(x, 2);
  end when;
  when time > 0.7 then
    reinit(x, 3);
  end when;
end M;
