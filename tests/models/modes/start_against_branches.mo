// E31, E147: a coil behind a bridge of diodes whose fixed start current goes backwards. It fits no mode that
// agrees with its conditions, so it is a left limit: the current is cut off at the start, which is told, and then
// 0.1*der(i) = 10 + t - 5*i holds.
//| i = lambda t: 1.996 + t/5 - 1.996*exp(-50*t)
//! run --stop 1 --step 0.01 --tol 1e-8
//! value [right('i', t) for t in (0.01, 0.05, 0.3, 1)] = [i(t) for t in (0.01, 0.05, 0.3, 1)] +- 1e-6
//! message R0230 i from -2 to 0
model M
  Real u = 10 + time, v, i(start = -2, fixed = true), d[4], s[4], vd[4];
  Boolean on[4];
equation
  0.1*der(i) = v - 5*i;
  // 1 from + of the source to + of the load, 2 from - of the load to - of the source, 3 and 4 the other way
  d[1] + d[3] = i;
  d[2] + d[4] = i;
  vd[1] + vd[2] = u - v;
  vd[3] + vd[4] = -u - v;
  vd[1] + vd[4] = -v;
  for k in 1:4 loop
    on[k] = s[k] > 0;
    if on[k] then vd[k] = 0; s[k] = d[k]; else d[k] = 0; s[k] = vd[k]; end if;
  end for;
end M;
