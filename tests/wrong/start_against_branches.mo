// A coil behind a bridge of diodes whose fixed start current goes backwards: in no mode that is found it can.
//! run
//! error R0110 7:26
//! says the fixed start value of 'i' contradicts the branches that hold at the start
//! says its start value is -2
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
